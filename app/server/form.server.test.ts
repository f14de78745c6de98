import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { refused } from '#core/result.ts'
import { apiAction, readBody, refusalCodeResponse } from './api.server.ts'
import { readForm, readIntent } from './form.server.ts'

const schema = z.strictObject({
  username: z.string('Username is missing').min(3, 'Username is short'),
  password: z.string().min(6, 'Password is short'),
  seats: z.number().int().max(4, 'Too many seats').optional(),
})

function post(body: string, type: string): Request {
  return new Request('http://site.test/x', { method: 'POST', body, headers: { 'content-type': type } })
}
const form = (fields: Record<string, string>) =>
  post(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')
const json = (value: unknown) =>
  post(typeof value === 'string' ? value : JSON.stringify(value), 'application/json')

describe('reading a form', () => {
  test('gives the value that the schema makes of it', async () => {
    const read = await readForm(form({ username: 'mia', password: 'secret-7', seats: '2' }), schema)
    expect(read.ok && read.value).toEqual({ username: 'mia', password: 'secret-7', seats: 2 })
  })

  test('replies with messages at their fields and what was typed, but no password', async () => {
    const read = await readForm(form({ username: 'm', password: 'sec' }), schema)
    if (read.ok) throw new Error('this form is wrong')
    const { data, init } = read.reply()
    expect(init?.status).toBe(422)
    expect(data.error).toEqual({ username: ['Username is short'], password: ['Password is short'] })
    expect(data.initialValue).toEqual({ username: 'm' })
  })

  test('replies to a refusal at the field that it is about, else at the top', async () => {
    const read = await readForm(form({ username: 'mia', password: 'secret-7' }), schema)
    if (!read.ok) throw new Error('this form is right')
    const taken = read.refuse(refused('username_taken').refusal)
    expect(taken.init?.status).toBe(409)
    expect(taken.data.error).toEqual({
      username: ['Username already exists. Please choose a different username.'],
    })
    expect(taken.data.initialValue).toEqual({ username: 'mia' })
    const other = read.refuse(refused('not_allowed').refusal)
    expect(other.data.error).toEqual({ '': ["You don't have access to this area."] })
  })

  test('answers 400 to what is no form', async () => {
    await expect(readForm(json({}), schema)).rejects.toMatchObject({ status: 400 })
  })
})

describe('reading a body', () => {
  test('takes JSON and plain forms', async () => {
    const value = { username: 'mia', password: 'secret-7' }
    expect(await readBody(json(value), schema)).toEqual({ ok: true, isForm: false, value })
    expect(await readBody(form(value), schema)).toEqual({ ok: true, isForm: true, value })
  })

  test.each([
    [400, json('{')],
    [400, json([])],
    [400, json({ username: 7, password: 'secret-7' })],
    [400, post('username=mia', 'text/plain')],
    [422, json({ username: 'm', password: 'secret-7' })],
    [422, json({ password: 'secret-7' })],
    [422, json({ username: 'mia', password: 'secret-7', role: 'admin' })],
  ])('answers %i', async (status, request) => {
    const read = await readBody(request, schema)
    expect(read.ok).toBe(false)
    if (read.ok) return
    expect(read.response.status).toBe(status)
    expect(await read.response.json()).toEqual({ message: expect.any(String), errors: expect.any(Array) })
  })

  test('takes nothing for an empty object where that may be', async () => {
    const request = () => new Request('http://site.test/x', { method: 'POST' })
    expect(await readBody(request(), z.strictObject({}), { mayBeEmpty: true })).toMatchObject({
      ok: true,
      value: {},
    })
    expect((await readBody(request(), z.strictObject({}))).ok).toBe(false)
  })
})

test('a refusal for too many attempts says when to come back', () => {
  const refused = refusalCodeResponse('rate_limited', { retry_after_seconds: 90 })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '90'])
})

describe('an action with several intents', () => {
  const schemas = { rename: z.strictObject({ intent: z.literal('rename'), name: z.string() }), leave: null }

  test('reads the body once, with the schema of its intent', async () => {
    const { intent, form: read } = await readIntent(form({ intent: 'rename', name: 'Mia' }), schemas)
    expect(intent).toBe('rename')
    expect(read?.ok && read.value).toEqual({ intent: 'rename', name: 'Mia' })
  })

  test('hands on the fields alone where the intent has no schema', async () => {
    const { form: read, fields } = await readIntent(form({ intent: 'leave', note: 'bye' }), schemas)
    expect([read, fields.get('note')]).toEqual([null, 'bye'])
  })

  test.each([
    ['an unknown intent', form({ intent: 'toString' })],
    ['no intent', form({ name: 'Mia' })],
    ['no form', json({ intent: 'leave' })],
  ])('refuses %s with 400', async (_, request) => {
    await expect(readIntent(request, schemas)).rejects.toMatchObject({ status: 400 })
  })

  test('takes the intent that stands for all others', async () => {
    expect((await readIntent(form({ name: 'Mia' }), schemas, 'leave')).intent).toBe('leave')
  })
})

describe('the action of an API route', () => {
  const action = apiAction(
    {
      schema: z.strictObject({ seats: z.number() }),
      guard: async (_, { seats }) => {
        if (seats > 4) throw refusalCodeResponse('not_allowed')
        return 'allowed'
      },
    },
    (_, { value, guarded }) => Response.json({ ...value, guarded }),
  )
  const call = (request: Request) =>
    action({ request, params: {}, context: {} as never }).catch((thrown: Response) => thrown)

  test('refuses other methods and says which one it takes', async () => {
    const response = await call(new Request('http://site.test/x', { method: 'PUT', body: '{}' }))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each([
    ['broken JSON', json('{'), 400],
    ['a wrong type', json({ seats: 'two' }), 400],
    ['a broken rule', json({ seats: 1, more: 1 }), 422],
    ['what the guard refuses', json({ seats: 5 }), 403],
    ['what is right', json({ seats: 2 }), 200],
  ])('answers %s', async (_, request, status) => {
    expect((await call(request)).status).toBe(status)
  })

  test("hands the guard's result on", async () => {
    expect(await (await call(json({ seats: 2 }))).json()).toEqual({ seats: 2, guarded: 'allowed' })
  })
})
