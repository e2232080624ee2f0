/** Whether `evidence` is told by imports alone that were undone, as SQL. */
export const isWithdrawnSql = `coalesce(
        (
          select bool_and(undo.import_id is not null)
          from analytics_import_rows told
          left join analytics_import_undos undo on undo.workspace_id = $1 and undo.import_id = told.import_id
          where told.workspace_id = $1 and told.evidence_id = evidence.id
        ),
        false
      )`
