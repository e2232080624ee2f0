import { Alert, Button, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '../parts/form.tsx'
import { Failure } from '../parts/loaded.tsx'
import { toShopDomain } from '../shop-domain.ts'
import { call } from './api.ts'
import { useMemberId } from './session.ts'

const empty = { shop: '', day: '', words: '' }

type Claim = typeof empty

/** Lets a member claim that they brought a shop. The program’s team decides whether it counts. */
export function ClaimForm() {
  const memberId = useMemberId()
  const queries = useQueryClient()
  const [claim, setClaim] = useState(empty)
  const { day, words } = claim
  const shop = toShopDomain(claim.shop)
  const file = useMutation({
    mutationFn: (shop: string) =>
      call('fileOwnClaim', {
        id: memberId,
        body: { shop, day, words: words.trim().replaceAll(/\s+/g, ' ') },
      }),
    onSuccess: async ({ rejected }) => {
      if (rejected !== null) return
      setClaim(empty)
      await queries.invalidateQueries()
    },
  })
  const isReady = shop !== undefined && day !== '' && words.trim() !== ''
  return (
    <section className="card" aria-labelledby="missing">
      <Title order={2} size={16} id="missing" mb="xs">
        Missing a shop?
      </Title>
      <Text mb="sm">
        If a shop uses the app because of you and is not under Links, say so here. The program’s team looks at
        it, and you get the answer by mail.
      </Text>
      <Form
        submit={() => {
          if (shop !== undefined && isReady) file.mutate(shop)
        }}
      >
        <ClaimFields
          claim={claim}
          onChange={(name, value) => setClaim((before) => ({ ...before, [name]: value }))}
        />
        <Button type="submit" loading={file.isPending} disabled={!isReady} style={{ alignSelf: 'start' }}>
          Claim the shop
        </Button>
        <div role="status">
          {file.data?.rejected === null && (
            <Text>Your claim is filed. It is in the list until somebody has looked at it.</Text>
          )}
        </div>
        {file.data?.rejected && (
          <Alert color="yellow" role="alert" title="Nothing was filed">
            {file.data.rejected}
          </Alert>
        )}
        {file.error !== null && <Failure error={file.error} />}
      </Form>
    </section>
  )
}

interface ClaimFieldsProps {
  readonly claim: Claim
  readonly onChange: (name: keyof Claim, value: string) => void
}

function ClaimFields({ claim, onChange }: ClaimFieldsProps) {
  const isWrong = claim.shop.trim() !== '' && toShopDomain(claim.shop) === undefined
  const field = (name: keyof Claim) => ({
    value: claim[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(name, value),
    required: true,
  })
  return (
    <>
      <TextInput
        label="The shop"
        description="Its address that ends in .myshopify.com. The merchant has it in their Shopify admin."
        placeholder="example.myshopify.com"
        error={isWrong && 'An address such as example.myshopify.com'}
        {...field('shop')}
      />
      <TextInput
        label="When did you tell them about the app?"
        type="date"
        max={new Date().toISOString().slice(0, 10)}
        {...field('day')}
      />
      <Textarea
        label="How did it come about?"
        placeholder="I set the shop up, and we chose the app together."
        autosize
        minRows={2}
        maxLength={500}
        {...field('words')}
      />
    </>
  )
}
