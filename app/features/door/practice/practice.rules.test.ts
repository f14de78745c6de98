import { afterEach, describe, expect, it, vi } from 'vitest'
import { scanResults } from '#core/scan-results.ts'
import { readTicketCode } from '#core/ticket-code.ts'
import { isMistyped, verdictNames, verdictOf } from '../door.rules.ts'
import { scanResponseSchema } from '../door.types.ts'
import { type PracticeLog, practise, practiseGroup, samples } from './practice.rules.ts'
import { openPracticeDoor } from './practice-door.ts'

const at = Date.parse('2026-11-28T03:00:00Z')
const start: PracticeLog = new Map()
const scan = (code: string, log = start, now = at) => practise(log, { code, gate: '' }, now)
const sampleOf = (about: string) => {
  const found = samples.find((sample) => sample.about === about)
  if (!found) throw new Error(about)
  return found
}

describe('the samples', () => {
  it('are codes that can be typed, each once', () => {
    for (const { code } of samples) expect([readTicketCode(code), isMistyped(code)]).toEqual([code, false])
    expect(new Set(samples.map(({ code }) => code)).size).toBe(samples.length)
  })

  it('lead to every result that the scan of a ticket can have, and to every colour of somebody who comes', () => {
    const results = new Set(samples.map(({ result }) => result))
    const missing = scanResults.filter((result) => !results.has(result))
    expect(missing).toEqual(['list_closed', 'undone', 'exited', 'not_inside', 'checked_out'])
    const words = new Set(samples.map(({ result }) => verdictNames[verdictOf({ result, bounce: false })]))
    expect([...words].sort()).toEqual(['Admit', 'Check', 'Stop'])
  })

  it('are answered as the server answers', () => {
    for (const { code, result } of samples) {
      const practised = scan(code)
      if ('real' in practised) throw new Error(code)
      expect(scanResponseSchema.parse(practised.scanned)).toEqual(practised.scanned)
      expect(practised.scanned.result).toBe(result)
    }
  })
})

describe('a practice scan', () => {
  it('of an admitted sample is a bounce at first, then already in', () => {
    const { code } = sampleOf('One guest')
    const first = scan(code)
    if ('real' in first) throw new Error('real')
    expect(scan(code, first.log, at + 4000)).toMatchObject({
      scanned: { result: 'already_in', bounce: true },
    })
    expect(scan(code, first.log, at + 6000)).toMatchObject({
      scanned: { result: 'already_in', bounce: false },
    })
  })

  it('lets out whom it let in, who may then come back', () => {
    const { code } = sampleOf('One guest')
    const exit = (log: PracticeLog) => practise(log, { code, gate: '', action: 'exit' }, at)
    expect(exit(start)).toMatchObject({ scanned: { result: 'not_inside' } })
    const first = scan(code)
    if ('real' in first) throw new Error('real')
    expect(exit(first.log)).toMatchObject({ scanned: { result: 'exited' }, log: new Map() })
  })

  it('of a group offers the others until they are in', () => {
    const { code, facts } = sampleOf('Four guests of one order')
    const tickets = (facts.group ?? []).map(({ ticketId }) => ({ ticket: ticketId, scan: ticketId }))
    const { admitted, log } = practiseGroup(start, { tickets: tickets.slice(1) }, at)
    expect(admitted.results.map(({ result }) => result)).toEqual(['ok', 'ok'])
    expect(scan(code, log)).toMatchObject({ scanned: { group: [facts.group?.[0]] } })
    expect(practiseGroup(log, { tickets }, at).admitted.results.map(({ result }) => result)).toEqual([
      'ok',
      'already_in',
      'already_in',
    ])
  })

  it.each([
    ['a typed code of a ticket', '222222222'],
    ['a signed code', 'JVT1:ABC'],
    ['a signed code of the first format', 'eyJhbGciOiJFZDI1NTE5In0.x.y'],
  ])('of %s says that it is real', (_, code) => {
    expect(scan(code)).toEqual({ real: true })
  })

  it('of a poster is no ticket', () => {
    expect(scan('https://example.com/poster')).toMatchObject({
      scanned: { result: 'unknown', ticketId: null },
    })
  })
})

describe('the practice door', () => {
  afterEach(() => vi.restoreAllMocks())

  it('asks no server, admits no real ticket, and forgets with the page', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const of = { event: '', gate: '', method: 'code' as const, scan: '' }
    const { code } = sampleOf('One guest')
    const door = openPracticeDoor()
    expect(await door.lookUp({ ...of, code })).toMatchObject({ scanned: { result: 'ok' } })
    expect(await door.scan({ ...of, code })).toMatchObject({ scanned: { result: 'ok' } })
    expect(await door.lookUp({ ...of, code })).toMatchObject({ scanned: { result: 'already_in' } })
    for (const way of ['scan', 'lookUp'] as const)
      expect(await door[way]({ ...of, code: '222222222' })).toMatchObject({
        trouble: expect.stringContaining('real ticket'),
        decided: true,
      })
    expect(await openPracticeDoor().scan({ ...of, code })).toMatchObject({ scanned: { result: 'ok' } })
    expect(fetched).not.toHaveBeenCalled()
  })
})
