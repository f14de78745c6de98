import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import { choose, totalsOf } from '../choices.fixtures.ts'
import { TicketPicker, type TicketPickerProps } from './ticket-picker.tsx'

afterEach(cleanup)

const entry = choose()
const ofVip = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'VIP',
  priceCents: 8025,
  feeCents: 525,
  totals: totalsOf(8025, 525),
}
const vip = choose(ofVip)
const props: TicketPickerProps = {
  eventId: '33333333-3333-4333-8333-333333333333',
  choices: [entry, vip],
  currency: 'USD',
  maxPerOrder: 4,
  limits: 'Up to 4 tickets per order, 20 per person',
  isMember: false,
}

/** The picker on a page; what it posts comes back as `sent`, and `response` is the checkout's response. */
function page(given: Partial<TicketPickerProps> = {}, response: unknown = null) {
  const sent: Record<string, string>[] = []
  const Stub = createRemixStub([
    { path: '/', Component: () => <TicketPicker {...props} {...given} /> },
    {
      path: '/checkout',
      action: async ({ request }) => {
        const form = await request.formData()
        sent.push(Object.fromEntries([...form].map(([name, value]) => [name, String(value)])))
        return response
      },
    },
  ])
  return { Stub, sent }
}

describe('before JavaScript arrives', () => {
  const { Stub } = page({
    choices: [
      entry,
      choose({ ...ofVip, state: 'sold_out' }),
      choose({ ...ofVip, id: props.eventId, state: 'low', left: 3, totals: vip.totals.slice(0, 3) }),
    ],
  })
  const html = renderToString(<Stub />)

  test('it is a form with the same control as later: a number between two buttons that post', () => {
    expect(html).toContain('action="/checkout"')
    expect(html.match(/type="number"/g)).toHaveLength(2)
    expect(html.match(/name="step"/g)).toHaveLength(4)
    expect(html.match(/formAction="\/events\//gi)).toHaveLength(4)
    expect(html).not.toContain('type="button"')
  })

  test('the Enter key holds tickets: the first button of the form is no minus', () => {
    expect(html.match(/<button[^>]*>/)?.[0]).toBe('<button type="submit" hidden="">')
  })

  test('a quantity that the address carries is chosen as far as it is on offer', () => {
    const { Stub: Picked } = page({ picked: { [entry.id]: 3, [vip.id]: 99 } })
    const numbers = [...renderToString(<Picked />).matchAll(/type="number"[^>]* value="(\d+)"/g)]
    expect(numbers.map(([, value]) => value)).toEqual(['3', '4'])
  })

  test('the lines are numbered without a gap where something is sold out', () => {
    expect(html).toContain('name="lines[0].quantity"')
    expect(html).toContain('name="lines[1].quantity"')
    expect(html).not.toContain('lines[2]')
    expect(html).toContain('Sold out')
  })

  test('no quantity is offered that cannot be bought', () => {
    // 4 per order; the 3 that are left
    expect([...html.matchAll(/ max="(\d+)"/g)].map(([, most]) => most)).toEqual(['4', '3'])
  })
})

describe('with JavaScript', () => {
  test('the sum follows the steppers, fees included', async () => {
    const { Stub } = page()
    render(<Stub />)
    const more = await screen.findByRole('button', { name: 'Add one Entry ticket' })
    fireEvent.click(more)
    fireEvent.click(more)
    fireEvent.click(screen.getByRole('button', { name: 'Add one VIP ticket' }))
    expect(screen.getByText('$146.25')).toBeTruthy()
    expect(screen.getByText('3 tickets, includes $11.25 in fees')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Remove one VIP ticket' }))
    expect(screen.getByText('$66.00')).toBeTruthy()
  })

  test('a typed number counts; of one above the most it is said what the most is', async () => {
    const { Stub } = page()
    render(<Stub />)
    const field = await screen.findByRole('spinbutton', { name: 'Number of Entry tickets' })
    fireEvent.change(field, { target: { value: '2' } })
    expect(screen.getByText('$66.00')).toBeTruthy()
    expect(screen.queryByText('4 is the most per order')).toBeNull()
    fireEvent.change(field, { target: { value: '40' } })
    expect(screen.getByText('$132.00')).toBeTruthy()
    expect(screen.getByText('4 is the most per order').getAttribute('role')).toBe('status')
    fireEvent.change(field, { target: { value: '3' } })
    expect(screen.queryByText('4 is the most per order')).toBeNull()
  })

  test('the limit of an order stands over the choices, and in the bar once it is passed', async () => {
    const { Stub } = page()
    render(<Stub />)
    const fields = await screen.findAllByRole('spinbutton')
    for (const field of fields) fireEvent.change(field, { target: { value: '2' } })
    expect(screen.getAllByText(props.limits)).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Add one VIP ticket' }))
    expect(screen.getAllByText(props.limits)).toHaveLength(2)
  })

  test('a number below the minimum of an order becomes the minimum', async () => {
    const { Stub } = page({ choices: [choose({ minPerOrder: 3 })] })
    render(<Stub />)
    const field = await screen.findByRole('spinbutton', { name: 'Number of Entry tickets' })
    fireEvent.change(field, { target: { value: '1' } })
    fireEvent.blur(field)
    expect(screen.getByText('$99.00')).toBeTruthy()
  })

  test('a stepper stops at its ends', async () => {
    const { Stub } = page()
    render(<Stub />)
    const more = await screen.findByRole('button', { name: 'Add one Entry ticket' })
    for (let n = 0; n < 9; n++) fireEvent.click(more)
    expect(screen.getByText('4 tickets, includes $12.00 in fees')).toBeTruthy()
    expect(more.getAttribute('aria-disabled')).toBe('true')
  })

  test('it sends what was chosen and never a price', async () => {
    const { Stub, sent } = page()
    render(<Stub />)
    fireEvent.click(await screen.findByRole('button', { name: 'Add one VIP ticket' }))
    fireEvent.click(screen.getByRole('button', { name: 'Get tickets' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      intent: 'hold',
      event: props.eventId,
      'lines[0].type': entry.id,
      'lines[0].quantity': '0',
      'lines[1].type': vip.id,
      'lines[1].quantity': '1',
    })
  })

  test('a refusal is shown here and read aloud', async () => {
    const { Stub } = page({}, { intent: 'hold', refusal: 'Only 1 left of Entry. Please choose fewer.' })
    render(<Stub />)
    fireEvent.click(await screen.findByRole('button', { name: 'Add one Entry ticket' }))
    fireEvent.click(screen.getByRole('button', { name: 'Get tickets' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Only 1 left of Entry.')
  })

  test('a refusal goes as soon as the choice changes, and comes back when it is refused again', async () => {
    const { Stub } = page({}, { intent: 'hold', refusal: 'Choose at least one ticket' })
    render(<Stub />)
    const more = await screen.findByRole('button', { name: 'Add one Entry ticket' })
    fireEvent.click(screen.getByRole('button', { name: 'Get tickets' }))
    await screen.findByRole('alert')
    fireEvent.click(more)
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Get tickets' }))
    await screen.findByRole('alert')
  })

  test('a refusal that came with the page goes in the same way', async () => {
    const { Stub } = page({ refusal: 'Choose at least one ticket' })
    render(<Stub />)
    const more = await screen.findByRole('button', { name: 'Add one Entry ticket' })
    expect(screen.getByRole('alert').textContent).toContain('Choose at least one ticket')
    fireEvent.click(more)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('tickets that cost nothing', () => {
  const free = choose({ priceCents: 0, feeCents: 0, totals: totalsOf(0, 0), releaseName: 'Free' })

  test('say that they need an account, with the way to one', async () => {
    const { Stub } = page({ choices: [free] })
    render(<Stub />)
    expect(await screen.findByText('Free with an account')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Create an account' })).toBeTruthy()
  })

  test('are simply free for those who have one', async () => {
    const { Stub } = page({ choices: [free], isMember: true })
    render(<Stub />)
    expect(await screen.findByText('Free')).toBeTruthy()
    expect(document.body.textContent).not.toContain('account')
  })
})

describe('what cannot be bought', () => {
  test('says so in place of its stepper', async () => {
    const { Stub } = page({ choices: [choose({ state: 'sold_out' })] })
    render(<Stub />)
    expect(await screen.findByText('Sold out')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Get tickets' })).toBeNull()
  })

  test('is nothing at all when the event is off', async () => {
    const { Stub } = page({ closed: 'This event is canceled.' })
    render(<Stub />)
    expect(await screen.findByText('This event is canceled.')).toBeTruthy()
    expect(screen.queryByRole('spinbutton')).toBeNull()
    expect(screen.queryByText('Entry')).toBeNull()
  })
})
