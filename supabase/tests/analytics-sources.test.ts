import { afterAll, expect, inject, test } from 'vitest'
import { sourcesDataSchema } from '#features/analytics/dashboard/report.types.ts'
import { openTestUsers } from './test-users.ts'

/** Tests who may read where visits and orders come from. `analytics-sources.proof.test.ts` counts the figures again. */

const users = openTestUsers(inject('stack'))
afterAll(() => users.close())

test.each([
  ['read_sources_report', {}],
  ['read_funnel_report', {}],
  ['list_figure_rows', { p_figure: 'viewed' }],
])('%s is for admins and moderators', async (name, args) => {
  for (const who of ['Mia', 'Dex', 'Gus'] as const) {
    const { error } = await (await users.actingAs(who)).rpc(name, args)
    expect(error).toMatchObject({ code: 'refused', message: 'not_allowed' })
  }
  expect((await (await users.actingAs('visitor')).rpc(name, args)).error).not.toBeNull()
  expect((await (await users.actingAs('Mo')).rpc(name, args)).error).toBeNull()
})

test('moderators see no money by source', async () => {
  const mo = await users.actingAs('Mo')
  const { data } = await mo.rpc('read_sources_report', { p_days: 366 })
  const { figures, sources, others } = sourcesDataSchema.parse(data)
  for (const { gross } of [figures, others, ...sources]) expect(gross).toBeNull()
  const { error } = await mo.rpc('list_figure_rows', { p_figure: 'sourceGross' })
  expect(error).toMatchObject({ code: 'refused', message: 'not_allowed' })
})
