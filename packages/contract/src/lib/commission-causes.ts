/** Why the engine posts a commission: what sales and installs lead to, and what is later learned of them. */
export const postedCauses = ['sale', 'install_reward', 'adjustment', 'restatement', 'void'] as const

/** What a person adds to the ledger directly, to no payout (D225). */
export const directCauses = ['write_off', 'repayment', 'deduction'] as const

/** What a person enters: directly, or behind a payout by hand (D64). */
export const enteredCauses = ['manual', ...directCauses] as const

/** What another platform's ledger said before a program came here (D420). */
export const importedCause = 'imported'

/** Everything that a commission can come from: the one list of it. */
export const commissionCauses = [...postedCauses, ...enteredCauses, importedCause] as const

/** What a commission comes from. */
export type CommissionCause = (typeof commissionCauses)[number]

/** What a person enters. */
export type EnteredCause = (typeof enteredCauses)[number]
