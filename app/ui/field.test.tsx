import { useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  CheckboxField,
  Field,
  FormErrors,
  PasswordField,
  SelectField,
  SwitchField,
  TextField,
  TextInput,
} from './field.tsx'

afterEach(cleanup)

const schema = z.object({
  email: z.email('Please enter a valid email address'),
  password: z
    .string('Password must be at least 8 characters')
    .min(8, 'Password must be at least 8 characters'),
  city: z.string('Choose a city'),
  terms: z.literal('on', 'Please accept the terms'),
})

function Form() {
  const [form, fields] = useForm({
    id: 'join',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    defaultValue: { email: 'x', city: 'bk' },
  })
  return (
    <form id={form.id} onSubmit={form.onSubmit} noValidate>
      <TextField meta={fields.email} label="Email" hint="For your tickets." type="email" />
      <PasswordField meta={fields.password} label="Password" />
      <SelectField meta={fields.city} label="City" optional options={[{ value: 'bk', label: 'Brooklyn' }]} />
      <CheckboxField meta={fields.terms} label="I accept" />
      <button type="submit">Send</button>
    </form>
  )
}

describe('a field bound to conform', () => {
  test('is labelled, described by its hint and filled', () => {
    render(<Form />)
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    expect(email.name).toBe('email')
    expect(email.value).toBe('x')
    expect(email.getAttribute('aria-invalid')).toBeNull()
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'For your tickets.',
    )
    expect(screen.getByLabelText<HTMLSelectElement>('City (optional)').value).toBe('bk')
  })

  test('shows its message, belongs to it and is invalid after a failed attempt', async () => {
    const person = userEvent.setup()
    render(<Form />)
    await person.click(screen.getByText('Send'))
    const email = screen.getByLabelText('Email')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    const described = (email.getAttribute('aria-describedby') ?? '').split(' ')
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Please enter a valid email address',
      'For your tickets.',
    ])
    expect(screen.getByLabelText('I accept').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Please accept the terms')).toBeTruthy()
  })
})

test('a password is hidden, can be shown, and says so', async () => {
  const person = userEvent.setup()
  render(<PasswordField meta={{ id: 'p', name: 'p', initialValue: 'secret' }} label="Password" />)
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  expect(input.type).toBe('password')
  expect(input.defaultValue).toBe('')
  const reveal = screen.getByRole('button', { name: 'Show password' })
  expect(reveal.getAttribute('aria-pressed')).toBe('false')
  await person.click(reveal)
  expect(input.type).toBe('text')
  expect(reveal.getAttribute('aria-pressed')).toBe('true')
})

test('a switch is one for assistive technology and posts like a checkbox', async () => {
  const person = userEvent.setup()
  render(
    <form data-testid="form">
      <SwitchField meta={{ id: 's', name: 'news' }} label="Send me news" />
    </form>,
  )
  await person.click(screen.getByRole('switch', { name: 'Send me news' }))
  const form = screen.getByTestId<HTMLFormElement>('form')
  expect(Object.fromEntries(new FormData(form))).toEqual({ news: 'on' })
})

test('a field made by hand carries the same attributes', () => {
  render(
    <Field id="code" label="Code" errors={['Too short']} required>
      {(control) => <TextInput {...control} name="code" />}
    </Field>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Code')
  expect(input.required).toBe(true)
  expect(input.getAttribute('aria-describedby')).toBe('code-error')
})

test('what is wrong with the whole form is an alert; nothing wrong is nothing', () => {
  const { rerender } = render(<FormErrors errors={['Sold out.']} />)
  expect(screen.getByRole('alert').textContent).toBe('Sold out.')
  rerender(<FormErrors errors={[]} />)
  expect(screen.queryByRole('alert')).toBeNull()
})
