import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { readProse, readTopics } from '../prose.server.ts'
import { HelpPage } from './help-page.tsx'

afterEach(cleanup)

const topics = readTopics(
  readProse(
    '## Tickets\n\n### Where are my tickets?\n\nIn your email.\n\n### Can I get a refund?\n\nRead the [policy](/refunds).\n\n## At the door\n\n### What do I bring?\n\nYour **ID**.',
    {},
  ),
)

function show(more: Partial<Parameters<typeof HelpPage>[0]> = {}) {
  const Page = createRemixStub([
    {
      path: '/',
      Component: () => (
        <HelpPage topics={topics} filter="" canWrite={true} sent={false} reply={null} {...more} />
      ),
    },
  ])
  render(<Page />)
  return { filter: screen.getByLabelText('Search help') }
}
const questions = () => [...document.querySelectorAll('summary')].map((each) => each.textContent)
const opened = () => [...document.querySelectorAll('details[open] summary')].map((each) => each.textContent)

describe('the filter of the help page', () => {
  test('shows what is typed for as it is typed, opened, and says how much that is', async () => {
    const { filter } = show()
    expect(questions()).toHaveLength(3)
    expect(opened()).toEqual([])
    await userEvent.type(filter, 'refund')
    expect(questions()).toEqual(['Can I get a refund?'])
    expect(opened()).toEqual(questions())
    expect(screen.getByRole('status').textContent).toBe('1 answer for “refund”')
    expect(screen.getByRole('link', { name: 'policy' }).getAttribute('href')).toBe('/refunds')
    expect(screen.queryByRole('heading', { name: 'At the door' })).toBeNull()
    await userEvent.clear(filter)
    expect(questions()).toHaveLength(3)
    expect(opened()).toEqual([])
  })

  test('says when nothing is found, and offers to write where somebody reads it', async () => {
    const { filter } = show()
    await userEvent.type(filter, 'unicorn')
    expect(questions()).toEqual([])
    expect(screen.getByRole('status').textContent).toBe(
      'No answers for “unicorn”. Try fewer words, or send us a message.',
    )
    cleanup()
    show({ filter: 'unicorn', canWrite: false })
    expect(screen.getByRole('status').textContent).toBe('No answers for “unicorn”. Try fewer words.')
    expect(screen.queryByRole('heading', { name: 'Contact us' })).toBeNull()
  })
})

describe('the contact form', () => {
  test('shows each message at its field, goes to the first of them, and keeps what was typed', () => {
    show({
      reply: {
        status: 'error',
        initialValue: { name: 'Zoe', email: 'zoe@' },
        error: { email: ['Please enter a valid email address'], '': ['Too many attempts.'] },
      },
    })
    const email = screen.getByLabelText('Email')
    expect([email.getAttribute('aria-invalid'), document.activeElement === email]).toEqual(['true', true])
    expect(
      document.getElementById(email.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent,
    ).toBe('Please enter a valid email address')
    expect(screen.getByRole('alert').textContent).toBe('Too many attempts.')
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Zoe')
  })

  test('thanks for what was sent, until something is wrong with the next one', () => {
    show({ sent: true })
    expect(screen.getByText('Thanks, we got your message.')).toBeTruthy()
    expect(screen.queryByLabelText('Message')).toBeNull()
    cleanup()
    show({ sent: true, reply: { status: 'error', error: { message: ['Please write a sentence or two'] } } })
    expect(screen.getByLabelText('Message').getAttribute('aria-invalid')).toBe('true')
  })

  test('has a field that nobody sees, hears or reaches', () => {
    show()
    const trap = document.querySelector<HTMLInputElement>('[name=website]')
    expect([trap?.tabIndex, trap?.closest('[aria-hidden=true]') !== null]).toEqual([-1, true])
  })
})
