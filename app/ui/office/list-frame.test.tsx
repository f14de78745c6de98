import { json, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { type Column, sortLinkOf, Table } from '../table.tsx'
import { EmptyList, FilterChip, ListSearch, RetryLink, useListState } from './list-frame.tsx'

afterEach(cleanup)

type Row = { name: string }
const to = (sort: string) => `/list?sort=${sort}`

describe('the link of a sortable head', () => {
  test.each([
    ['name', 'name', undefined, '/list?sort=-name', 'ascending'],
    ['-name', 'name', undefined, '/list?sort=name', 'descending'],
    ['-total', 'name', undefined, '/list?sort=name', null],
    ['name', 'total', 'descending', '/list?sort=-total', null],
    ['-total', 'total', 'descending', '/list?sort=total', 'descending'],
    ['total', 'total', 'descending', '/list?sort=-total', 'ascending'],
  ] as const)('of a list sorted by %s, column %s', (sort, key, first, link, direction) => {
    expect(sortLinkOf(sort, key, to, first)).toEqual({ to: link, direction })
  })
})

/** Opens a list whose second page waits until the test lets it go, and whose third one fails. */
function openList() {
  let release = () => {}
  const columns: Column<Row>[] = [
    { key: 'name', header: 'Name', cell: ({ name }) => name, sortLink: sortLinkOf('name', 'name', to) },
  ]
  function List() {
    const { rows } = useLoaderData<{ rows: Row[] | null }>()
    const state = useListState(rows === null)
    return (
      <>
        <ListSearch
          id="q"
          label="Name"
          value=""
          action="/list"
          fields={{ sort: 'name', event: null }}
          maxLength={9}
        />
        <Form method="post">
          <button type="submit">Keep</button>
        </Form>
        <FilterChip label="Event" value="Dutty Friday" remove="/list?fail=1" />
        <Table
          caption="People"
          columns={columns}
          rows={rows ?? []}
          rowKey={({ name }) => name}
          state={state}
          empty={<EmptyList title="Nobody" clear="/list" />}
          retry={<RetryLink />}
        />
      </>
    )
  }
  const Stub = createRemixStub([
    {
      path: '/list',
      Component: List,
      action: () => redirect('/list?sort=-name'),
      loader: async ({ request }) => {
        const query = new URL(request.url).searchParams
        if (query.get('sort') === '-name')
          await new Promise<void>((released) => {
            release = released
          })
        if (query.has('fail')) return json({ rows: null })
        return json({ rows: query.has('none') ? [] : [{ name: 'Mia' }] })
      },
    },
  ])
  return { Stub, release: () => release() }
}

describe('a list', () => {
  test('shows the outline of rows, and says so, while it is slow to arrive', async () => {
    const { Stub, release } = openList()
    const { container } = render(<Stub initialEntries={['/list']} />)
    fireEvent.click(await screen.findByRole('link', { name: 'Name' }))
    await screen.findByText('Loading content')
    expect(container.querySelector('[aria-busy=true] table')).not.toBeNull()
    expect(screen.queryByText('Mia')).toBeNull()
    release()
    await screen.findByText('Mia')
    expect(container.querySelector('[aria-busy]')).toBeNull()
    expect(screen.queryByText('Loading content')).toBeNull()
  })

  test('keeps its rows after a form of it was sent, however slow it is to arrive', async () => {
    const { Stub, release } = openList()
    const { container } = render(<Stub initialEntries={['/list']} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Keep' }))
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(screen.getByText('Mia')).toBeTruthy()
    expect(container.querySelector('[aria-busy]')).toBeNull()
    release()
  })

  test('that failed keeps its search, and offers the same address again', async () => {
    const { Stub } = openList()
    render(<Stub initialEntries={['/list']} />)
    fireEvent.click(await screen.findByTestId('filter'))
    expect((await screen.findByTestId('retry')).getAttribute('href')).toBe('/list?fail=1')
    expect(screen.getByRole('searchbox')).toBeTruthy()
    expect(screen.queryByText('Nobody')).toBeNull()
  })

  test('that is empty leads out of its filters', async () => {
    const { Stub } = openList()
    render(<Stub initialEntries={['/list?none=1']} />)
    expect((await screen.findByRole('link', { name: 'Clear filters' })).getAttribute('href')).toBe('/list')
  })

  test('sends the filters that are set along with its search', async () => {
    const { Stub } = openList()
    const { container } = render(<Stub initialEntries={['/list']} />)
    await screen.findByRole('searchbox')
    const hidden = [...container.querySelectorAll<HTMLInputElement>('form input[type=hidden]')]
    expect(hidden.map(({ name, value }) => [name, value])).toEqual([['sort', 'name']])
  })
})
