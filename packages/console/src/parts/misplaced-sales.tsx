import { type ConsoleResponse, saleKindNames } from '@affiliate-platform/contract/console'
import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { formatDecimal, formatMoney } from '../money.ts'
import { useRefusal } from '../session.ts'
import { formatDay } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { Act, Rejected } from './act.tsx'
import { ActButton } from './act-button.tsx'
import { Form } from './form.tsx'
import { ListCard } from './list-card.tsx'

type Sale = ConsoleResponse<'readSales'>['misplaced'][number]

interface MisplacedSalesProps {
  readonly appId: string
  readonly sales: readonly Sale[]
  readonly isCut: boolean
}

/** Sales whose source names another shop by now: each can be moved there. */
export function MisplacedSales({ appId, sales, isCut }: MisplacedSalesProps) {
  const [open, setOpen] = useState<string>()
  return (
    <ListCard
      id="misplaced"
      title="Sales of another shop"
      empty="None. A sale stands here where its source has named another shop for it than before."
      rows={sales.map((sale) => {
        const { platformId, shop, namedShop, kind, gross, currency, collectedAt } = sale
        return (
          <li key={platformId}>
            <Text>
              {formatDecimal(gross, currency)} for {saleKindNames[kind] ?? kind}, {formatDay(collectedAt)}
            </Text>
            <Text>
              counts for <ShopLink shop={shop} />, and its source names <ShopLink shop={namedShop} />
            </Text>
            <Text size="xs" c="dimmed">
              {platformId}
            </Text>
            {open === platformId ? (
              <MoveForm appId={appId} sale={sale} />
            ) : (
              <Button
                mt="xs"
                variant="default"
                size="compact-sm"
                aria-label={`Move the sale ${platformId}`}
                onClick={() => setOpen(platformId)}
              >
                Move…
              </Button>
            )}
          </li>
        )
      })}
    >
      {isCut && (
        <Text c="dimmed" mt="sm">
          These are the first {sales.length}.
        </Text>
      )}
    </ListCard>
  )
}

const ShopLink = ({ shop }: { readonly shop: string }) => (
  <Anchor component={Link} to={`/shops/${shop}`} underline="always">
    {shop}
  </Anchor>
)

interface MoveFormProps {
  readonly appId: string
  readonly sale: Sale
}

/** Moves a sale, once it was seen what that comes to. */
function MoveForm({ appId, sale: { platformId, namedShop } }: MoveFormProps) {
  const queries = useQueryClient()
  const refusal = useRefusal('money:write')
  const [reason, setReason] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The button that opened it is gone.
  useEffect(() => field.current?.focus(), [])
  const send = (isDryRun: boolean) =>
    call('moveSale', { body: { appId, platformId, shop: namedShop, reason: reason.trim(), isDryRun } })
  const look = useMutation({ mutationFn: () => send(true) })
  const move = useMutation({
    mutationFn: () => send(false),
    onSuccess: ({ rejected }) => (rejected === null ? queries.invalidateQueries() : undefined),
  })
  const seen = look.data?.rejected === null ? look.data.amounts : undefined
  const submit = () => {
    if (seen === undefined) look.mutate()
    else move.mutate()
  }
  return (
    <Act
      title="Move the sale"
      reason={refusal}
      command={`sales move --sale ${toWord(platformId)} --shop ${namedShop} --reason ${toWord(reason.trim() || '…')} --app ${appId}`}
      error={look.error ?? move.error}
    >
      <Form submit={submit} gap="xs" maw={480}>
        <TextInput
          ref={field}
          label="Reason"
          required
          maxLength={500}
          disabled={refusal !== undefined}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {seen !== undefined && <Foreseen amounts={seen} />}
        <ActButton
          type="submit"
          style={{ alignSelf: 'start' }}
          {...(seen === undefined && { variant: 'default' })}
          loading={look.isPending || move.isPending}
          isRefused={refusal !== undefined}
        >
          {seen === undefined ? 'See what it changes' : `Move to ${namedShop}`}
        </ActButton>
      </Form>
      <Rejected why={move.data?.rejected ?? look.data?.rejected} />
    </Act>
  )
}

type Amounts = ConsoleResponse<'moveSale'>['amounts']

function Foreseen({ amounts }: { readonly amounts: Amounts }) {
  if (amounts.length === 0)
    return <Text role="status">Nobody earns more or less by it. Nothing is written yet.</Text>
  return (
    <div role="status">
      <Text>Nothing is written yet. It would be:</Text>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {amounts.map(({ member, amount }) => (
          <li key={`${member.id} ${amount.currency}`}>
            <bdi>{member.name}</bdi>:{' '}
            {amount.amountMinor.startsWith('-')
              ? `${formatMoney({ ...amount, amountMinor: amount.amountMinor.slice(1) })} taken back`
              : `${formatMoney(amount)} more`}
          </li>
        ))}
      </ul>
    </div>
  )
}
