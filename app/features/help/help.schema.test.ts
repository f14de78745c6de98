import { expect, test } from 'vitest'
import { contactSchema } from './help.schema.ts'

const good = {
  topic: 'lost',
  name: ' Zoe Baptiste ',
  email: ' Zoe@Example.com ',
  order: 'abcd2345',
  message: ' I lost a red scarf.\r\nBy the bar. ',
}

test('a message is trimmed, its address in lower case, its order code in capitals, its lines kept', () => {
  expect(contactSchema.parse(good)).toEqual({
    topic: 'lost',
    name: 'Zoe Baptiste',
    email: 'zoe@example.com',
    order: 'ABCD2345',
    message: 'I lost a red scarf.\nBy the bar.',
  })
  expect(contactSchema.parse({ ...good, order: undefined }).order).toBeUndefined()
})

test.each([
  ['topic', undefined, 'Please choose a topic'],
  ['topic', 'constructor', 'Please choose a topic'],
  ['name', undefined, 'Please enter your name'],
  ['name', 'Z', 'Please enter your name'],
  ['name', 'Z'.repeat(101), 'Name must be at most 100 characters'],
  ['name', 'Zoe\r\nBcc: all@example.com', 'Please remove special characters'],
  ['email', undefined, 'Please enter a valid email address'],
  ['email', 'zoe', 'Please enter a valid email address'],
  ['email', 'a@example.com, b@example.com', 'Please enter a valid email address'],
  ['email', 'a@example.com\nBcc: b@example.com', 'Please remove special characters'],
  ['email', `${'a'.repeat(250)}@example.com`, 'Please enter a valid email address'],
  ['order', 'AB-12', 'Please check the order code, or leave this empty'],
  ['message', undefined, 'Please tell us what this is about'],
  ['message', 'Hi', 'Please write a sentence or two'],
  ['message', 'a'.repeat(4001), 'Please write at most 4,000 characters'],
  ['message', 'Beep \u0007 beep beep', 'Please remove special characters'],
])('%s %j: %s', (field, value, message) => {
  const { error } = contactSchema.safeParse({ ...good, [field]: value })
  expect(error?.issues.filter(({ path }) => path[0] === field).map((issue) => issue.message)).toContain(
    message,
  )
  for (const issue of error?.issues ?? []) expect(issue.message).toMatch(/^(Please|Name)/)
})
