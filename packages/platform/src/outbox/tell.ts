import type { Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import type { PublishedFact } from './published-fact.ts'
import { tellFactByMail } from './tell-by-mail.ts'

const insertStatement: Statement = {
  name: 'outbox_insert',
  text: `
    insert into outbox_messages (workspace_id, id, endpoint_id, topic, data)
    select $1, fact.id, endpoint.id, fact.topic, fact.data
    from jsonb_to_recordset($2) as fact (id uuid, topic text, data jsonb)
    join webhook_endpoints endpoint
      on endpoint.workspace_id = $1 and endpoint.removed_at is null and fact.topic = any (endpoint.topics)
      and (endpoint.app_id is null or endpoint.app_id = (fact.data ->> 'appId')::uuid)`,
}

/**
 * Has others told of what a transaction records, by webhooks and by mail: whoever wants to know is told once it is
 * committed, and of nothing that is not. It costs no round trip, and writes nothing where nobody wants to know (D400).
 */
export function tell(tx: Transaction, workspaceId: string, facts: readonly PublishedFact[]): void {
  if (facts.length === 0) return
  const rows = facts.map((fact) => ({ id: newId(), ...fact }))
  tx.write(insertStatement, [workspaceId, JSON.stringify(rows)])
  for (const row of rows) tellFactByMail(tx, workspaceId, row)
}
