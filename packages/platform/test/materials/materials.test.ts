import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { beforeEach, expect, test } from 'vitest'
import { actAs, listAuditEntries } from '../../src/audit.ts'
import {
  addMaterial,
  changeMaterial,
  listMaterials,
  listMemberMaterials,
  materialsMax,
  removeMaterial,
} from '../../src/materials.ts'
import { createMembership } from '../../src/memberships.ts'
import { createProgram } from '../../src/programs.ts'

const words = 'Reviews that shoppers believe.\nIn two clicks.'

describeOnEachEngine('material that is shared', (database) => {
  let app: TestApp

  beforeEach(async () => {
    app = await insertApp(database())
  })

  const acting = () => actAs(database(), 'operator:ada')
  const plan = () => {
    const { workspaceId, programId } = app
    return { workspaceId, programId, id: crypto.randomUUID(), title: 'Description', words, url: null }
  }
  const list = () => listMaterials(database(), app)

  test('is of a program, which all of its members see, and nobody else [D466]', async () => {
    const { workspaceId, appId } = app
    const first = plan()
    expect(await addMaterial(acting(), first)).toMatchObject({ ok: true, material: { id: first.id, words } })
    const logo = { ...plan(), title: 'Logo', words: null, url: 'https://cdn.example.com/logo.svg' }
    await addMaterial(acting(), logo)
    expect((await list()).map(({ title }) => title)).toEqual(['Description', 'Logo'])
    const other = await createProgram(database(), { workspaceId, appId, name: 'Other' })
    const membershipIn = async (programId: string) => {
      const member = { workspaceId, programId, groupId: null, name: 'Mia', allowManualClaims: null }
      return (await createMembership(database(), member))?.id ?? ''
    }
    const seenBy = async (programId: string) =>
      listMemberMaterials(database(), { workspaceId, membershipId: await membershipIn(programId) })
    expect(await seenBy(app.programId)).toEqual(await list())
    expect(await seenBy(other?.id ?? '')).toEqual([])
    const unknown = await addMaterial(acting(), { ...plan(), programId: crypto.randomUUID() })
    expect(unknown).toEqual({ ok: false, rejection: 'unknown_program' })
  })

  test('is added once under one id, and 100 times at most [D466]', async () => {
    const one = plan()
    const added = await Promise.all([one, one, one].map((each) => addMaterial(acting(), each)))
    expect(added.map(({ ok }) => ok)).toEqual([true, true, true])
    expect(await list()).toHaveLength(1)
    for (let number = 1; number < materialsMax; number += 1) await addMaterial(acting(), plan())
    expect(await list()).toHaveLength(materialsMax)
    expect(await addMaterial(acting(), plan())).toEqual({ ok: false, rejection: 'too_many' })
    await removeMaterial(acting(), { workspaceId: app.workspaceId, materialId: one.id })
    expect(await addMaterial(acting(), plan())).toMatchObject({ ok: true })
    // What was removed does not come back by its id.
    await addMaterial(acting(), one)
    expect((await list()).map(({ id }) => id)).not.toContain(one.id)
  })

  test('is changed for everybody, and the audit keeps each version with its author [D466] [D65]', async () => {
    const { workspaceId } = app
    const { id: materialId } = plan()
    await addMaterial(acting(), { ...plan(), id: materialId })
    const key = { workspaceId, materialId }
    const change = (changes: Parameters<typeof changeMaterial>[2]) => changeMaterial(acting(), key, changes)
    expect(await change({ words: 'Shorter.' })).toMatchObject({
      ...{ ok: true, material: { title: 'Description', words: 'Shorter.', url: null } },
    })
    expect(await change({ words: null })).toEqual({ ok: false, rejection: 'nothing_left' })
    expect(await change({ words: null, url: 'https://example.com/a' })).toMatchObject({ ok: true })
    expect(await removeMaterial(acting(), key)).toBe('Description')
    expect(await removeMaterial(acting(), key)).toBe('Description')
    expect(await change({ title: 'Late' })).toEqual({ ok: false, rejection: 'unknown_material' })
    const unknown = { workspaceId, materialId: crypto.randomUUID() }
    expect(await removeMaterial(acting(), unknown)).toBeUndefined()
    expect(await changeMaterial(acting(), { ...key, workspaceId: crypto.randomUUID() }, {})).toEqual({
      ...{ ok: false, rejection: 'unknown_material' },
    })
    const filter = { workspaceId, subject: 'material', subjectId: materialId } as const
    const entries = await listAuditEntries(database(), filter, { after: undefined, limit: 10 })
    expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
      ...['change', 'change', 'change', 'create'].map((action) => ['operator:ada', action]),
    ])
    expect(entries.map(({ changes }) => changes?.['words'] ?? null)).toEqual([
      null,
      ['Shorter.', null],
      [words, 'Shorter.'],
      null,
    ])
  })

  test('has a text or a place, and no place that is not an https one, whoever writes it [D466]', async () => {
    const broken = [
      { words: null, url: null },
      { words, url: 'http://example.com/a' },
      { words, url: 'javascript:alert(1)' },
      { words: '', url: null },
    ]
    for (const content of broken) {
      await expect(addMaterial(acting(), { ...plan(), ...content })).rejects.toThrow(/check constraint/)
    }
    expect(await list()).toEqual([])
  })
})
