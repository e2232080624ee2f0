import type { Queryable } from '@affiliate-platform/platform/database'

/**
 * Analyzes what was imported, between two transactions: several nodes cannot within one. The planner takes the tables of a
 * new database for empty, and would read all commissions for each line of a payout, and again for each payout when its
 * lines are added up.
 */
export async function analyzeCommissions(database: Queryable): Promise<void> {
  await database.query({ name: 'demo_analyze', text: 'analyze commissions' }, [])
}
