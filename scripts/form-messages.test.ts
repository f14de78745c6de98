import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { root } from '../tools/settings.ts'
import { allowedMessages } from './allowed-messages.ts'

/**
 * Tests that no form and no call responds with a library's text: it finds every schema for people's input in its
 * file, feeds it all kinds of wrong input, and accepts the sentences of one list only. A new schema needs nothing
 * here; a new sentence goes on the list, where it is reviewed.
 */

const files = globSync('app/**/*.schema.ts', { cwd: root }).sort()
const found = (
  await Promise.all(
    files.map(async (file) => {
      const exports: Record<string, unknown> = await import(join(root, file))
      return Object.entries(exports).flatMap(([name, value]) => {
        // Calls the function that makes a schema with a text in it.
        const schema = typeof value === 'function' && name.endsWith('Schema') ? value('Carnival') : value
        return schema instanceof z.ZodType ? [{ file: basename(file), name, schema }] : []
      })
    }),
  )
).flat()

type Place = (string | number)[]

/** Unwraps wrappers such as `optional`, and lists the alternatives of a union. */
function alternativesOf(schema: z.core.$ZodType): z.core.$ZodTypes[] {
  // Uses the library's internal list of schema kinds; its public type does not distinguish them.
  const one = schema as z.core.$ZodTypes
  const { def } = one._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'nonoptional':
    case 'readonly':
      return alternativesOf(def.innerType)
    case 'pipe':
      return alternativesOf(def.in)
    case 'union':
      return def.options.flatMap(alternativesOf)
    default:
      return [one]
  }
}

/** Lists every place in a value that a schema describes: the whole, each field, the first of each list. */
function placesOf(
  schema: z.core.$ZodType,
  isWanted: (kind: string) => boolean = () => true,
  at: Place = [],
): Place[] {
  return alternativesOf(schema).flatMap((one) => {
    const { def } = one._zod
    switch (def.type) {
      case 'object':
        return [
          at,
          ...Object.entries(def.shape).flatMap(([key, field]) => placesOf(field, isWanted, [...at, key])),
        ]
      case 'array':
        return [at, ...placesOf(def.element, isWanted, [...at, 0])]
      case 'string':
      case 'number':
      case 'boolean':
      case 'literal':
      case 'enum':
      case 'file':
      case 'unknown':
      case 'transform':
        return isWanted(def.type) ? [at] : []
      default:
        throw new Error(`This test knows no wrong input for a schema of type ${def.type} yet.`)
    }
  })
}

const rightTexts = [
  'Sample Text 7',
  'sample.text_7',
  'mia@example.com',
  '3f0c8e9e-7a53-4b6e-9a51-0b9d5a3c1e77',
  '2030-01-05T22:00',
  '2030-01',
  'America/New_York',
  '+1 718 555 0100',
  'US',
  'ABC234',
  '25',
  '2',
  'p1',
  'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA',
]

/** Builds values that fit a schema: one for each alternative. */
function samplesOf(schema: z.core.$ZodType): unknown[] {
  return alternativesOf(schema).map((one) => {
    const { def } = one._zod
    switch (def.type) {
      case 'object':
        return Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, fittingOf(field)]))
      case 'array':
        return [fittingOf(def.element)]
      case 'literal':
        return def.values[0]
      case 'enum':
        return Object.values(def.entries)[0]
      case 'number':
        return 1
      case 'boolean':
        return true
      case 'file':
        return new File(['sample'], 'sample.jpg', { type: 'image/jpeg' })
      default:
        return rightTexts[0]
    }
  })
}

function fittingOf(schema: z.core.$ZodType): unknown {
  const choices = [...samplesOf(schema), ...rightTexts]
  return choices.find((value) => z.safeParse(schema, value).success) ?? choices[0]
}

/** Copies a value with another one at one place; without `put`, the place is left out. */
function changed(value: unknown, [key, ...rest]: Place, put?: { value: unknown }): unknown {
  if (key === undefined) return put?.value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...(typeof value === 'object' ? value : null) }
  if (rest.length === 0 && !put) Reflect.deleteProperty(copy, key)
  else Reflect.set(copy, key, changed(Reflect.get(copy, key), rest, put))
  return copy
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

const wrongTexts = [
  '',
  ' ',
  '\n\t',
  'x',
  'ab',
  '-1',
  '0',
  '1',
  '1.5',
  '999',
  '1e999',
  '999999999999',
  'on',
  'true',
  '12.5%',
  '\0',
  'Mia\0',
  'Mia\u0007Bell',
  'Mia\u202e',
  '\ud800',
  '<script>alert(1)</script>',
  '//evil.example/x',
  '/../x',
  'lowercase8',
  'UPPERCASE',
  'Passw0rd-but-other',
  'mia@',
  '2019-99-99T99:99',
  'A'.repeat(45),
  'Ab1 '.repeat(5000),
  `${'a'.repeat(300)}@example.com`,
]
const wrongValues: unknown[] = [
  ...wrongTexts,
  null,
  0,
  -1,
  1.5,
  1e300,
  true,
  false,
  [],
  ['Mia', 'Mia'],
  Array.from({ length: 500 }, () => 'x'),
  [null],
  [{}],
  {},
  { name: 'Mia' },
  [[]],
]

/** Names a place as a form does. */
function fieldName(place: Place): string {
  return place
    .map((part, depth) => (typeof part === 'number' ? `[${part}]` : depth === 0 ? part : `.${part}`))
    .join('')
}

/** Formats a value as a form sends it. */
function toForm(value: unknown, at: Place = [], form = new FormData()): FormData {
  if (Array.isArray(value)) for (const [place, one] of value.entries()) toForm(one, [...at, place], form)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) toForm(one, [...at, key], form)
  else if (value !== undefined && value !== null)
    form.append(fieldName(at), value === true ? 'on' : String(value))
  return form
}

/** Lists mistakes in a form's field. */
function* wrongForms(sample: unknown, places: Place[]): Generator<FormData> {
  yield new FormData()
  const named = places.filter((place) => place.length > 0)
  const empty = new FormData()
  for (const place of named) empty.set(fieldName(place), '')
  yield empty
  const surplus = toForm(sample)
  surplus.append('surplus', 'x')
  yield surplus
  for (const place of named) {
    const name = fieldName(place)
    const without = () => toForm(changed(sample, place))
    yield without()
    for (const text of wrongTexts) {
      const form = without()
      form.append(name, text)
      yield form
    }
    const twice = without()
    for (const text of ['Mia', 'Bell']) twice.append(name, text)
    yield twice
    for (const inner of [`${name}.inner`, `${name}[3]`, `${name}[]`]) {
      const form = without()
      form.append(inner, 'x')
      yield form
    }
    const upload = without()
    upload.append(name, new File(['x'.repeat(10)], 'x.txt'))
    yield upload
    const many = without()
    for (let n = 0; n < 60; n++) many.append(`${name}[${n}]`, 'x')
    yield many
  }
}

/** Lists mistakes in a JSON body. */
function* wrongBodies(sample: unknown, places: Place[]): Generator<unknown> {
  yield undefined
  if (typeof sample === 'object' && sample !== null) yield { ...sample, surplus: 'x' }
  for (const place of places) {
    if (place.length > 0) yield changed(sample, place)
    for (const value of wrongValues) yield changed(sample, place, { value })
  }
}

/** Collects a schema's messages for a form, by field. */
function faultsOf(schema: z.ZodType, form: FormData): Record<string, string[]> {
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'error') return {}
  return Object.fromEntries(
    Object.entries(submission.error ?? {}).map(([field, messages]) => [field, messages ?? []]),
  )
}

/** Collects all messages of a schema. */
function messagesOf(schema: z.ZodType): Set<string> {
  const messages = new Set<string>()
  const places = placesOf(schema)
  for (const sample of samplesOf(schema)) {
    for (const body of wrongBodies(sample, places))
      for (const { message } of schema.safeParse(body, { reportInput: true }).error?.issues ?? [])
        messages.add(message)
    if (!(alternativesOf(schema)[0] instanceof z.core.$ZodObject)) continue
    for (const form of wrongForms(sample, places)) {
      for (const message of Object.values(faultsOf(schema, form)).flat()) messages.add(message)
    }
  }
  return messages
}

const messages = new Map(found.map(({ name, schema, file }) => [`${file} ${name}`, messagesOf(schema)]))

test('the schemas are found', () => {
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['loginSchema', 'placeOrderSchema', 'ticketsFormSchema', 'pageViewSchema']),
  )
})

test.each([...messages])('%s has no message that is not on the list', (_, sentences) => {
  expect([...sentences].filter((sentence) => !allowedMessages.has(sentence))).toEqual([])
})

test.each(found)('$file $name refuses texts that the database cannot store', ({ schema }) => {
  // Skips `unknown`: such input is never stored.
  const accepted = placesOf(schema, (kind) => kind !== 'unknown').flatMap((place) =>
    samplesOf(schema).flatMap((sample) =>
      [
        'Mia Bell\0 22',
        '/art/night-5fe39c83acbc.6346346346\0',
        '\ud800 Mia Bell',
        '/art/night-5fe39c83acbc.6346346346\ud800',
        'pass\0WORD-22',
        'pass\ud800WORD-22',
      ]
        .filter((text) => {
          const read = schema.safeParse(changed(sample, place, { value: text }))
          return read.success && /\\u0000|\\ud800/.test(JSON.stringify(valueAt(read.data, place)) ?? '')
        })
        .map(() => fieldName(place)),
    ),
  )
  expect(accepted).toEqual([])
})

/** Lists the fields that a schema describes, each with its own schema, wrappers included. */
function fieldsOf(schema: z.core.$ZodType, name = ''): { name: string; schema: z.core.$ZodType }[] {
  return alternativesOf(schema).flatMap((one) => {
    const { def } = one._zod
    if (def.type === 'object')
      return Object.entries(def.shape).flatMap(([key, field]) => fieldsOf(field, `${name}.${key}`))
    if (def.type === 'array') return fieldsOf(def.element, `${name}[]`)
    return [{ name, schema }]
  })
}

/** Reads one text with the schema of a field, as a form does. */
const readField = (schema: z.core.$ZodType, text: string) => {
  const form = new FormData()
  form.set('field', text)
  // Has the type that fields of forms have.
  return parseWithZod(form, { schema: z.object({ field: schema as z.ZodType }) })
}
const faultsIn = (schema: z.core.$ZodType, text: string): string[] => {
  const read = readField(schema, text)
  return read.status === 'error' ? Object.values(read.error ?? {}).flatMap((said) => said ?? []) : []
}
const valueIn = (schema: z.core.$ZodType, text: string): unknown => {
  const read = readField(schema, text)
  return read.status === 'success' ? read.value.field : undefined
}

/** Every field of every schema that makes a number of what it is sent. */
const numberFields = found.flatMap(({ file, name, schema }) =>
  fieldsOf(schema).flatMap((field) => {
    if (alternativesOf(field.schema)[0]?._zod.def.type === 'enum') return []
    const plain = ['7', '1', '2', '20', '90', '400'].find(
      (text) => typeof valueIn(field.schema, text) === 'number',
    )
    if (plain === undefined) return []
    const scale = Number(valueIn(field.schema, plain)) / Number(plain)
    return [{ name: `${file} ${name}${field.name}`, schema: field.schema, scale }]
  }),
)
/** Numbers of links and calls that our own pages make: nobody types them. */
const linkNumbers =
  /(reportFilters|figureRowsQuery)Schema\.(days|source)$|shopFiltersSchema\.page$|uploadSchema\.(clockOffsetMs|(scans|guests)\[\]\.(seq|heads|member\.generation))$|handOversSchema\.|click(Form|s)Schema\./

/** Texts, and the number that a reader of US English sees in each; null where there is none, or more than one reading. */
const readings: [string, number | null][] = [
  ['25', 25],
  [' 25 ', 25],
  ['$25', 25],
  ['0', 0],
  ['25.5', 25.5],
  ['25.50', 25.5],
  ['1,250', 1250],
  ['1,250.50', 1250.5],
  ['$1,250.50', 1250.5],
  ['12,345,678', 12_345_678],
  ['12.505', 12.505],
  ['9999', 9999],
  ['999999999999', 999_999_999_999],
  ['-5', -5],
  ['12%', 12],
  ...[
    '12,50',
    '12,5',
    '1,25',
    '1,2500',
    '0,125',
    ',500',
    '1.250,50',
    '1 250',
    '12..5',
    '25.',
    '1e3',
    '0x10',
    '0b11',
    'Infinity',
    'NaN',
    'abc',
    'free',
    '25 dollars',
    '２５',
    '٢٥',
    '€25',
    '--5',
    '5-',
    '½',
  ].map((text): [string, null] => [text, null]),
]

describe('a number that somebody types', () => {
  test('is found in every form', () => {
    const names = numberFields.map(({ name }) => name)
    for (const part of [
      'ticketsFormSchema.types[].releases[].faceCents',
      'ticketsFormSchema.feeBps',
      'extrasFormSchema.tables[].depositBps',
      'codeFormSchema.budgetCents',
      'shopCodeFormSchema.minGoodsCents',
      'variantsFormSchema.variants[].price',
      'adjustStockSchema.units',
      'brandSettingsSchema.holdMinutes',
      'refundQuerySchema.amount',
      'refundFormSchema.amountCents',
      'zoneSchema.freeAbove',
      'detailsFormSchema.longitude',
      'shopFiltersSchema.min',
      'holdTicketsSchema.lines[].quantity',
    ])
      expect(names.filter((name) => name.endsWith(part))).not.toEqual([])
  })

  test.each(numberFields)('$name is what a reader sees, or is refused', ({ name, schema, scale }) => {
    const wrong = readings.flatMap(([text, reading]) => {
      const read = readField(schema, text)
      if (read.status === 'success') {
        const value: unknown = read.value.field
        const isRead = reading !== null && Math.abs(Number(value) - reading * scale) < 1e-9
        const isIgnored = linkNumbers.test(name) && typeof value !== 'string'
        return isRead || isIgnored ? [] : [`${text} is read as ${String(value)}`]
      }
      const said = faultsIn(schema, text)
      const helps = said.some((message) => /\d|whole number|reload/.test(message))
      return helps ? [] : [`${text} is refused with ${said.join() || 'nothing'}`]
    })
    expect(wrong).toEqual([])
  })

  test.each(numberFields)('$name takes the ways in which people write a number', ({
    name,
    schema,
    scale,
  }) => {
    const value = (text: string) => valueIn(schema, text)
    const isShown = faultsIn(schema, 'abc').some((message) => message.includes('reload'))
    if (isShown || linkNumbers.test(name)) return
    for (const plain of ['1', '7', '25', '1250']) {
      if (value(plain) === undefined) continue
      expect([` ${plain} `, value(` ${plain} `)]).toEqual([` ${plain} `, value(plain)])
      if (plain === '1250' && !/itude$/.test(name)) expect(value('1,250')).toBe(value(plain))
      if (scale === 100 && /Cents|price|amount|freeAbove/.test(name))
        expect(value(`$${plain}`)).toBe(value(plain))
    }
  })

  test('is read nowhere else', () => {
    const readers = [
      // settings of the process, a header of a phone's wallet, links of the page itself, a link of the sitemap
      'app/server/env.server.ts',
      'app/features/tickets/apple-passes.writes.server.ts',
      'app/routes/_staff.admin.inventory.$id.tsx',
      'app/routes/sitemap-events[.]xml.ts',
    ]
    const sources = globSync('app/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
    const read = (pattern: RegExp, at: string[]) =>
      at.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    expect(read(/\bcoerce\s*\.number\b/, sources).sort()).toEqual(readers.sort())
    // A form that makes numbers of text itself, instead of by `core/number-input.ts`.
    const forms = [...files, ...globSync('app/routes/*.{ts,tsx}', { cwd: root })]
    expect(read(/\b(parseInt|parseFloat)\(|[^.]\bNumber\(|\.transform\(Number\)/, forms).sort()).toEqual([
      // one of three values of a list, quantities of a link, a difference that was shown
      'app/features/events/staff/event-form.schema.ts',
      'app/features/orders/orders.schema.ts',
      'app/features/orders/ticket-actions.schema.ts',
      // the place of a row whose button was pressed, one of the days of a list, tries of a page that loads itself again
      'app/routes/_staff._event-editor.admin.events.$id_.line-up.tsx',
      'app/routes/_staff.user-management_.$id_.$step.tsx',
      'app/routes/payment-success.tsx',
    ])
  })
})

test('every message of the list is in use', () => {
  const all = new Set([...messages.values()].flatMap((sentences) => [...sentences]))
  expect([...allowedMessages].filter((sentence) => !all.has(sentence))).toEqual([])
})

test('no message of the list has a program’s terms', () => {
  const technical =
    /\b(invalid (input|option|string)|expected|received|nan|undefined|null|too (big|small)|regex|pattern|array|string|boolean|record|key)\b/i
  expect([...allowedMessages].filter((sentence) => technical.test(sentence))).toEqual([])
})

describe('input schemas', () => {
  test('are in files that import the plain messages', () => {
    const bare = files.filter(
      (file) => !readFileSync(join(root, file), 'utf8').includes("import '#core/form-messages.ts'"),
    )
    expect(bare).toEqual([])
  })

  test('are used wherever a form or a body is read', () => {
    const existing = new Set(found.map(({ name }) => name))
    const readers = globSync('app/{routes,features}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
      const source = file.includes('.test.') ? '' : readFileSync(join(root, file), 'utf8')
      const direct = [...source.matchAll(/\bread(?:Form|Body)\(\s*[\w.]+,\s*([\w.]+)/g)]
      const actions = [...source.matchAll(/\bapiAction\(\s*\{[^}]*?\bschema: ([\w.]+)/g)]
      // A page that takes many forms lists them beside their schemas.
      const maps = [/\breadIntent\(\s*[\w.]+,\s*\{([^}]*)\}/g, /\bexport const \w+Forms = \{([^}]*)\}/g]
      const intents = maps
        .flatMap((pattern) => [...source.matchAll(pattern)])
        .flatMap(([, map = '']) => [...map.matchAll(/: (\w+Schema)\b/g)])
      return [...direct, ...actions, ...intents].map((call) => call[1] ?? '')
    })
    for (const name of ['contactSchema', 'loginSchema', 'changePasswordSchema'])
      expect(readers).toContain(name)
    expect(readers.filter((name) => !existing.has(name))).toEqual([])
  })
})

test('an empty checkout has a message at each field', () => {
  const schema = found.find(({ name }) => name === 'placeAdultOrderSchema')?.schema ?? z.never()
  expect(faultsOf(schema, new FormData())).toMatchObject({
    name: ['Please enter your name'],
    email: ['Please enter a valid email address'],
    age: ['Please confirm your age to continue'],
    terms: ['Please accept the terms to continue'],
  })
})
