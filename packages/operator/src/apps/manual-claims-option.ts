import { Option } from 'commander'

const permissions = { yes: true, no: false, inherit: null } as const

/** The flag that sets a permission on manual claims. */
export interface ManualClaimsFlag {
  readonly allowManualClaims?: keyof typeof permissions
}

/** `--allow-manual-claims`: a group's or membership's own word on what the terms say of claims by hand. */
export function manualClaimsOption(): Option {
  const description = 'whether shops may be claimed by hand; inherit: as the terms say'
  return new Option('--allow-manual-claims <choice>', description).choices(Object.keys(permissions))
}

/** The permission that is meant: null leaves it to the terms, `undefined` is where nothing is said. */
export function toPermission({ allowManualClaims }: ManualClaimsFlag): boolean | null | undefined {
  return allowManualClaims && permissions[allowManualClaims]
}
