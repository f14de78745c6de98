import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { avatarInks } from '#core/palette.ts'
import { Avatar, avatarInk, avatarLetter } from './avatar.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { EventArt } from './picture.tsx'
import { sortRows, Table } from './table.tsx'
import { LinkTabs } from './tabs.tsx'

afterEach(cleanup)

describe("the avatar's letter", () => {
  test.each([
    ['Mia Baptiste', 'mia', 'M'],
    ['', 'dex', 'D'],
    [null, 'ölaf', 'Ö'],
    [undefined, undefined, 'U'],
    ['   ', null, 'U'],
    ['🎉 party', null, '🎉'],
  ])('of %j / %j is %s', (displayName, username, letter) => {
    expect(avatarLetter(displayName, username)).toBe(letter)
  })

  // Specification 2.15
  test('stands in when the picture fails', () => {
    const { container } = render(<Avatar src="/gone.webp" displayName="Mia" />)
    const image = container.querySelector('img')
    if (image) fireEvent.error(image)
    expect(container.querySelector('img')).toBeNull()
    expect(container.textContent).toBe('M')
  })
})

describe('a button', () => {
  test('that is busy keeps its name and its place, and ignores clicks', () => {
    const onClick = vi.fn()
    const { rerender } = render(<Button onClick={onClick}>Buy</Button>)
    fireEvent.click(screen.getByRole('button'))
    rerender(
      <Button onClick={onClick} busy>
        Buy
      </Button>,
    )
    const button = screen.getByRole('button')
    fireEvent.click(button)
    expect(onClick).toHaveBeenCalledTimes(1)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(button.textContent).toContain('Buy')
    expect(button.hasAttribute('disabled')).toBe(false)
  })
})

describe('a picture', () => {
  const key = '/art/night-5fe39c83acbc.edce31000fff123'

  test('that fails leaves a sky that says what it would have shown', () => {
    const { container } = render(<EventArt path={key} alt="Crowd at sunrise" />)
    const image = container.querySelector('img')
    if (image) fireEvent.error(image)
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByRole('img', { name: 'Crowd at sunrise' })).toBeTruthy()
  })

  test('is offered as AVIF in all widths, else as one JPEG, with its proportions and its colours', () => {
    const markup = renderToStaticMarkup(<EventArt path={key} alt="" sizes="8rem" />)
    const base = '/art/night-5fe39c83acbc-wide'
    expect(markup).toContain(
      `type="image/avif" srcSet="${base}-480.avif 480w, ${base}-960.avif 960w, ${base}-1440.avif 1440w" sizes="8rem"`,
    )
    expect(markup).toContain('width="1200" height="800"')
    expect(markup).toContain(`src="${base}.jpg"`)
    expect(markup).toContain('radial-gradient(at 10% 10%, #e31, transparent 60%)')
    expect(markup).not.toContain('media=')
  })

  test('as a hero is portrait on a phone and wide on a desk', () => {
    const markup = renderToStaticMarkup(<EventArt path={key} alt="" ratio="hero" />)
    expect(markup).toMatch(/type="image\/avif" media="\(max-width: 719.98px\)" srcSet="[^"]*-portrait-400/)
    expect(markup).toMatch(/<source media="\(max-width: 719.98px\)" srcSet="[^"]*-portrait\.jpg"/)
    expect(markup).toMatch(/type="image\/avif" srcSet="[^"]*-wide-480/)
  })

  test.each([
    null,
    undefined,
    '',
    '/art/night.webp',
    'https://evil.example/a-5fe39c83acbc.edce31000fff123',
  ])('that is no picture of this site (%s) is a sky', (path) => {
    expect(renderToStaticMarkup(<EventArt path={path} alt="" />)).not.toContain('<img')
  })

  test('without words beside it says nothing', () => {
    render(<EventArt path={null} alt="" seed="e1" />)
    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('the avatar of somebody without a picture', () => {
  test('has the same inks for the same name, and not the same for all', () => {
    const names = Array.from({ length: 60 }, (_, at) => `person_${at}`)
    expect(names.map((name) => avatarInk(name))).toEqual(names.map((name) => avatarInk(name, 'mia')))
    expect(new Set(names.map((name) => avatarInk(null, name))).size).toBe(avatarInks.length)
  })

  test.each(avatarInks.map(([ground, ink]) => [ground, ink]))('can be read: %s under %s', (ground, ink) => {
    const light = (color: string) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
        const part = Number.parseInt(color.slice(1 + at * 2, 3 + at * 2), 16) / 255
        return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
      }, 0.05)
    const [dark = 1, bright = 0] = [light(ground), light(ink)].sort((a, b) => a - b)
    expect(bright / dark).toBeGreaterThanOrEqual(4.5)
  })
})

describe('a dialog', () => {
  test('is modal, named by its title, and closes on Esc and on its button', () => {
    const onClose = vi.fn()
    render(
      <Dialog title="Your hold ended" onClose={onClose}>
        <p>Try again.</p>
      </Dialog>,
    )
    const dialog = screen.getByRole('dialog', { name: 'Your hold ended' })
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  test('stays open when what was pressed inside moved away', () => {
    const onClose = vi.fn()
    render(
      <Dialog title="Join" onClose={onClose}>
        <button type="button">Tab</button>
      </Dialog>,
    )
    fireEvent.pointerDown(screen.getByText('Tab'))
    fireEvent.click(screen.getByRole('dialog'), { clientX: -5, clientY: -5 })
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('a table', () => {
  const columns = [
    { key: 'name', header: 'Name', cell: (row: Row) => row.name, sortBy: (row: Row) => row.name },
    {
      key: 'sold',
      header: 'Sold',
      cell: (row: Row) => row.sold,
      sortBy: (row: Row) => row.sold,
      numeric: true,
    },
    { key: 'note', header: 'Note', cell: () => 'x' },
  ]
  type Row = { name: string; sold: number }
  const rows: Row[] = [
    { name: 'Gate 10', sold: 3 },
    { name: 'Gate 9', sold: 30 },
    { name: 'bar', sold: 3 },
  ]
  const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)

  test('sorts text as people do, figures by value, and keeps equals in place', () => {
    const by = (key: string, descending = false) =>
      sortRows(rows, columns, { key, descending }).map((row) => row.name)
    expect(by('name')).toEqual(['bar', 'Gate 9', 'Gate 10'])
    expect(by('sold')).toEqual(['Gate 10', 'bar', 'Gate 9'])
    expect(by('sold', true)).toEqual(['Gate 9', 'Gate 10', 'bar'])
    expect(by('note')).toEqual(rows.map((row) => row.name))
  })

  test('sorts by its heads and says how', () => {
    render(<Table caption="Gates" columns={columns} rows={rows} rowKey={(row) => row.name} empty="None" />)
    const head = screen.getByRole('button', { name: 'Name' })
    fireEvent.click(head)
    expect(names()).toEqual(['bar', 'Gate 9', 'Gate 10'])
    expect(head.closest('th')?.getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(head)
    expect(names()).toEqual(['Gate 10', 'Gate 9', 'bar'])
    expect(head.closest('th')?.getAttribute('aria-sort')).toBe('descending')
  })

  test('says when it is empty, loading or broken', () => {
    const table = (state: 'ready' | 'loading' | 'error') => (
      <Table caption="Gates" columns={columns} rows={[]} rowKey={String} empty="No gates" state={state} />
    )
    const { rerender } = render(table('ready'))
    expect(screen.getByText('No gates')).toBeTruthy()
    rerender(table('loading'))
    expect(screen.getByRole('status').textContent).toBe('Loading content')
    rerender(table('error'))
    expect(screen.getByText("We couldn't load this list.")).toBeTruthy()
  })
})

test('tabs in the query mark the current one only', () => {
  const Stub = createRemixStub([
    {
      path: '/events',
      Component: () => (
        <LinkTabs
          label="When"
          tabs={[
            { to: '/events', label: 'Upcoming', current: false },
            { to: '/events?past=1', label: 'Past', current: true },
          ]}
        />
      ),
    },
  ])
  render(<Stub initialEntries={['/events?past=1']} />)
  expect(screen.getByText('Upcoming').getAttribute('aria-current')).toBeNull()
  expect(screen.getByText('Past').getAttribute('aria-current')).toBe('page')
})
