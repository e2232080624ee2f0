import { probeList, probeTerms } from '../load/probes.ts'
import { serverCase } from './servers.ts'
import { type Suite, serverFigures, serverPace } from './suite.ts'

const without = 'ours, without the trigger'

/** As it was when only the default of `recorded_at` said when a fact was recorded (D190). */
const sql = `
  do $$
  declare
    fact text;
  begin
    for fact in select name from fact_tables loop
      execute format('drop trigger recorded_by_the_database on %I', fact);
    end loop;
  end
  $$`

const common = {
  reference: 'ours',
  figures: serverFigures,
  goals: [{ figure: 'requestsPerSecond', of: 'ours', against: without, atLeast: 0.97 }],
  connections: [1, 16],
  ...serverPace,
}

/** What it costs that the database says when each fact was recorded. */
export const evidence: readonly Suite[] = [
  {
    ...common,
    name: 'evidence-terms',
    summary: 'PATCH terms, with and without the trigger that dates each fact',
    cases: [
      serverCase('ours', 'same', 'saves'),
      { ...serverCase('ours', 'same', 'saves'), name: without, sql },
    ],
    probe: probeTerms,
  },
  {
    ...common,
    name: 'evidence-list',
    summary: 'GET payouts, with and without the trigger that dates each fact',
    cases: [
      serverCase('ours', 'same', 'walks'),
      { ...serverCase('ours', 'same', 'walks'), name: without, sql },
    ],
    probe: probeList,
  },
]
