/** A step that the simulated admin suggests. */
export interface StoryStep {
  /** What to press. */
  readonly press: string
  /** What then happens. */
  readonly see: string
  /** The controls of the admin's page that it needs: values of `data-action`, or of a radio button. */
  readonly controls: readonly string[]
}

const steps = {
  terms: {
    press: 'Press Save terms.',
    see: 'The member gets terms of their own, which the SDK saves: 25 % that can be paid at once. No earlier contract changes.',
    controls: ['terms'],
  },
  follow: {
    press: 'Press Follow link.',
    see: 'A member’s link leads to the listing in the App Store, and the platform counts the click. Nothing carries it through the store.',
    controls: ['follow'],
  },
  install: {
    press: 'Press Install.',
    see: 'The platform reads the contact with the shop’s token, watches for the uninstall, and forgets the token. The merchant’s page does not wait.',
    controls: ['install'],
  },
  code: {
    press: 'Send the code “first” in the app’s card “Who sent you?”.',
    see: 'The app reports the code beside the install, and the platform makes a referral of both, which says how it is known.',
    controls: [],
  },
  charge: {
    press: 'Press Charge $29.',
    see: 'The platform reads the sale at the Partner API within a minute, and the member earns exactly a quarter of what the app was paid.',
    controls: ['charge'],
  },
  payout: {
    press: 'Open the console, and freeze a payout run.',
    see: 'Continue as Ada of the stress test and choose Preview run. The member’s money is in a payout from then on, and every unit of it says why.',
    controls: ['console'],
  },
  renew: {
    press: 'Press Expire token.',
    see: 'The app gets a new token, Shopify’s hook runs again, and nothing is sent a second time.',
    controls: ['expire'],
  },
  uninstall: {
    press: 'Press Uninstall.',
    see: 'The webhook is verified and gets 200, although every token is dead by then.',
    controls: ['uninstall'],
  },
  reinstall: {
    press: 'Press Reinstall.',
    see: 'It counts as an install: the shop is identified again, once.',
    controls: ['install'],
  },
  forge: {
    press: 'Press Forge uninstall.',
    see: 'It is not signed with the app’s secret: 401, and nothing is done.',
    controls: ['forge'],
  },
  backfill: {
    press: 'Press Seed 137 shops, then Run backfill in the app.',
    see: 'Three pages; what failed is listed with stage and status.',
    controls: ['seed'],
  },
  retry: {
    press: 'Press Heal shops, then Retry failures in the app.',
    see: 'The pages with failures run again, until the backfill is done.',
    controls: ['repair'],
  },
  hang: {
    press: 'Choose hangs, then another shop, and Install.',
    see: 'The page is there at once, and the call is given up after 5 s.',
    controls: ['hanging', 'shop', 'install'],
  },
  missed: {
    press: 'Choose responds, then the first shop, and Expire token.',
    see: 'The hook of one shop also sends the install of the other that was missed, once.',
    controls: ['ok', 'shop', 'expire'],
  },
  forward: {
    press: 'Choose forward uninstalls, then Uninstall.',
    see: 'The other variant: nothing at install, and the contact, without a token, when the shop leaves.',
    controls: ['forward_uninstalls', 'uninstall'],
  },
  portal: {
    press: 'Open the portal.',
    see: 'Continue as Theo, the member of the link. The portal tells him which shop came by it, what it has earned, and why. Shops are masked.',
    controls: ['portal'],
  },
} as const satisfies Readonly<Record<string, StoryStep>>

const order = Object.keys(steps) as readonly (keyof typeof steps)[]

/** Suggests what to try next. The steps may be taken in any order. */
export interface Story {
  readonly note: (step: keyof typeof steps) => void
  /** Takes every tick away. */
  readonly forget: () => void
  readonly read: () => {
    /** Every step, in order. */
    readonly steps: readonly { readonly press: string; readonly isDone: boolean }[]
    /** The first that is not done; null when all are. */
    readonly next: StoryStep | null
  }
}

export function createStory(): Story {
  const done = new Set<keyof typeof steps>()
  return {
    note: (step) => void done.add(step),
    forget: () => done.clear(),
    read: () => {
      const next = order.find((step) => !done.has(step))
      return {
        steps: order.map((step) => ({ press: steps[step].press, isDone: done.has(step) })),
        next: next === undefined ? null : steps[next],
      }
    },
  }
}
