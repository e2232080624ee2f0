import type { CommandLine, ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Checkbox, Group, NativeSelect, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { keyKinds } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { Form } from './form.tsx'
import { Failure } from './loaded.tsx'
import type { MadeKey } from './made-key.tsx'
import { SameAs } from './same-as.tsx'

type KeyPlan = ConsoleBody<'createKey'>
type Kind = KeyPlan['kind']

const affiliateScopes = {
  'payouts:read': 'read payouts',
  'programs:read': 'read programs',
  'memberships:read': 'read members',
  'referrals:read': 'read referrals',
  'commissions:read': 'read commissions',
  'terms:write': 'save terms',
} as const satisfies Record<Extract<KeyPlan, { readonly kind: 'affiliate' }>['scopes'][number], string>

const mcpScopes = {
  'terms:write': 'save terms',
  'contacts:read': 'see e-mail addresses and the contacts of shops',
} as const satisfies Record<Extract<KeyPlan, { readonly kind: 'mcp' }>['scopes'][number], string>

interface Draft {
  readonly kind: Kind
  readonly name: string
  readonly appId: string
  readonly scopes: readonly string[]
  readonly until: string
}

/** When a day that was chosen begins; null for none. */
export const toEndInstant = (day: string): string | null => (day === '' ? null : `${day}T00:00:00Z`)

function toPlan({ kind, name, appId, scopes, until }: Draft): KeyPlan {
  const common = { name, expiresAt: toEndInstant(until) }
  const chosen = <Scope extends string>(known: Readonly<Record<Scope, string>>) =>
    (Object.keys(known) as Scope[]).filter((scope) => scopes.includes(scope))
  if (kind === 'affiliate') return { kind, appId, scopes: chosen(affiliateScopes), ...common }
  return kind === 'mcp' ? { kind, scopes: chosen(mcpScopes), ...common } : { kind, ...common }
}

function toCommand(plan: KeyPlan): CommandLine {
  const words = [`--kind ${plan.kind}`, `--name ${toWord(plan.name)}`]
  if (plan.kind === 'affiliate') words.push(`--app ${plan.appId}`, `--scope ${plan.scopes.join(' ')}`)
  if (plan.kind === 'mcp') {
    if (plan.scopes.includes('terms:write')) words.push('--allow-terms-write')
    if (plan.scopes.includes('contacts:read')) words.push('--contacts')
  }
  if (plan.expiresAt !== null) words.push(`--expires ${plan.expiresAt}`)
  return `keys create ${words.join(' ')}`
}

interface KeyFormProps {
  readonly apps: ConsoleResponse<'listKeys'>['apps']
  readonly onMade: (made: MadeKey) => Promise<void>
  readonly cancel: () => void
}

export function KeyForm({ apps, onMade, cancel }: KeyFormProps) {
  // One name for one key: pressed twice, it is created once.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState<Draft>({
    kind: apps.length === 0 ? 'workspace' : 'affiliate',
    name: '',
    appId: apps[0]?.id ?? '',
    scopes: ['payouts:read'],
    until: '',
  })
  const { name } = draft
  const plan = toPlan(draft)
  const create = useMutation({
    mutationFn: () => call('createKey', { idempotencyKey, body: plan }),
    onSuccess: ({ id, apiKey }) => onMade({ id, name, secret: apiKey }),
  })
  const faults = create.error instanceof CallError ? create.error.faults : undefined
  const wasMade = create.error instanceof CallError && create.error.code === 'idempotency_key_reused'
  return (
    <section className="card" aria-labelledby="new-key">
      <Title order={2} size={16} id="new-key" mb="sm">
        New key
      </Title>
      <Form submit={() => create.mutate()} maw={640}>
        <TextInput
          label="Name"
          description="For example, who uses it"
          required
          maxLength={200}
          value={name}
          error={faults?.get('/name')}
          onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
        />
        <Rights apps={apps} draft={draft} setDraft={setDraft} fault={faults?.get('/scopes')} />
        <TextInput
          type="date"
          label="Ends on (UTC, optional)"
          maw={240}
          value={draft.until}
          error={faults?.get('/expiresAt')}
          onChange={({ currentTarget }) => setDraft({ ...draft, until: currentTarget.value })}
        />
        <Group gap="sm">
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
        {create.error !== null && !faults?.size && (
          <Failure
            error={wasMade ? new Error('The key was already created. It is in the list.') : create.error}
          />
        )}
        {name.trim() !== '' && <SameAs command={toCommand(plan)} />}
      </Form>
    </section>
  )
}

interface RightsProps extends Pick<KeyFormProps, 'apps'> {
  readonly draft: Draft
  readonly setDraft: (draft: Draft) => void
  readonly fault: string | undefined
}

/** What a key is for, and what it may do. */
function Rights({ apps, draft, setDraft, fault }: RightsProps) {
  const { kind } = draft
  const scopeNames = kind === 'affiliate' ? affiliateScopes : kind === 'mcp' ? mcpScopes : undefined
  return (
    <>
      <NativeSelect
        label="For"
        value={kind}
        data={Object.entries(keyKinds)
          .filter(([value]) => value !== 'affiliate' || apps.length > 0)
          .map(([value, { name: label, use }]) => ({ value, label: `${label}: ${use}` }))}
        onChange={({ currentTarget }) =>
          setDraft({
            ...draft,
            kind: currentTarget.value as Kind,
            scopes: currentTarget.value === 'affiliate' ? ['payouts:read'] : [],
          })
        }
      />
      {kind === 'affiliate' && (
        <NativeSelect
          label="App"
          value={draft.appId}
          data={apps.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={({ currentTarget }) => setDraft({ ...draft, appId: currentTarget.value })}
        />
      )}
      {scopeNames !== undefined && (
        <Checkbox.Group
          label={kind === 'mcp' ? 'Besides reading, it may' : 'It may'}
          value={[...draft.scopes]}
          error={fault}
          onChange={(scopes) => setDraft({ ...draft, scopes })}
        >
          <Group mt={4}>
            {Object.entries(scopeNames).map(([scope, label]) => (
              <Checkbox key={scope} value={scope} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </>
  )
}
