/** Joins the last decision of a case about `evidence`, as `decided`. */
export const joinLastDecision = `
    left join lateral (
      select decision.decision, decision.reason, decision.created_at
      from attribution_cases held
      join attribution_decisions decision on decision.workspace_id = $1 and decision.case_id = held.id
      where held.workspace_id = $1 and held.evidence_id = evidence.id
      order by decision.created_at desc, decision.case_id desc, decision.revision desc
      limit 1
    ) decided on true`
