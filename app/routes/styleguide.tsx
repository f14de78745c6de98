import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Copy, Download, MoreHorizontal, Pencil, Ticket, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from '#browser/toast.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import type { StaffLink } from '#core/staff-pages.ts'
import { listMailSamples } from '#features/mail/mail.reads.server.ts'
import { sampleBoard, sampleNow } from '#features/orders/capacity/capacity.fixtures.ts'
import { CapacityBoard } from '#features/orders/capacity/ui/capacity-board.tsx'
import type { FrameEvent } from '#features/staff/staff.types.ts'
import { EventSwitcher } from '#features/staff/ui/event-switcher.tsx'
import { PaletteButton } from '#features/staff/ui/palette-button.tsx'
import { notFound } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, IconButton, LinkButton } from '#ui/button.tsx'
import { Card, coverLink } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import {
  CheckboxField,
  Field,
  FormErrors,
  PasswordField,
  SelectField,
  SwitchField,
  TextareaField,
  TextField,
  TextInput,
} from '#ui/field.tsx'
import { cluster, grid, heroTitle, page, stack, text } from '#ui/layout.css.ts'
import { LiveDot } from '#ui/live-dot.tsx'
import { Menu } from '#ui/menu.tsx'
import type { MenuEntry } from '#ui/menu-entry.tsx'
import { EmptyList, FilterBar, FilterChip, ListSearch, RetryLink } from '#ui/office/list-frame.tsx'
import { ListTools } from '#ui/office/list-tools.tsx'
import { OfficeLayout } from '#ui/office/office-layout.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { EventArt } from '#ui/picture.tsx'
import { Progress } from '#ui/progress.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { tool } from '#ui/shell/tools.css.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { Tabs } from '#ui/tab-panels.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Style guide', noindex: true })

/** Shows every primitive in every state, for people who build screens. Exists only in development and in tests. */
export function loader(_args: LoaderFunctionArgs) {
  if (readEnv().STYLE_GUIDE === 'off') throw notFound()
  return { mails: listMailSamples() }
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={stack[4]}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

type SampleEvent = { name: string; sold: number; capacity: number }
const sampleEvents: SampleEvent[] = [
  { name: 'Dutty Friday', sold: 312, capacity: 400 },
  { name: 'Pan in the Park', sold: 96, capacity: 650 },
]
const columns: Column<SampleEvent>[] = [
  { key: 'name', header: 'Night', cell: (event) => event.name, sortBy: (event) => event.name },
  { key: 'sold', header: 'Sold', cell: (event) => event.sold, sortBy: (event) => event.sold, numeric: true },
  { key: 'room', header: 'Capacity', cell: (event) => event.capacity, numeric: true },
]

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const
const tones = ['neutral', 'accent', 'solid', 'success', 'warning', 'danger', 'info'] as const
const bannerTones = ['neutral', 'info', 'success', 'warning', 'danger'] as const

export default function StyleGuide() {
  const { mails } = useLoaderData<typeof loader>()
  return (
    <div className={classNames(page, stack[7])}>
      <PageHeader
        eyebrow="For builders"
        title="Style guide"
        text="Every primitive in every state."
        actions={<Button variant="secondary">An action</Button>}
      />
      <Section title="Type">
        <p className={heroTitle}>First light</p>
        <h1>Heading one</h1>
        <h2>Heading two</h2>
        <h3>Heading three</h3>
        <h4>Heading four</h4>
        <p className={text.lead}>Lead: what the page is about, in a sentence.</p>
        <p>
          Body text with <a href="#content">a way to the top</a>, figures 0123456789 and “quotes”.
        </p>
        <p className={text.small}>Small and muted.</p>
      </Section>
      <Section title="Buttons">
        {(['lg', 'md', 'sm'] as const).map((size) => (
          <div key={size} className={cluster[3]}>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {variant}
              </Button>
            ))}
            <Button size={size} busy>
              Busy
            </Button>
            <Button size={size} disabled>
              Disabled
            </Button>
            <LinkButton to={paths.events()} size={size} variant="secondary">
              A link
            </LinkButton>
            <IconButton label="Tickets" size={size}>
              <Ticket size={20} aria-hidden="true" />
            </IconButton>
          </div>
        ))}
      </Section>
      <Section title="Badges, dots, avatars">
        <div className={cluster[2]}>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <LiveDot />
          <Avatar size="sm" displayName="Mia" />
          <Avatar displayName="Öl" />
          <Avatar size="lg" username="" />
          <Avatar size="lg" src="/icon-192.png" displayName="Mia" />
        </div>
      </Section>
      <Section title="Banners">
        {bannerTones.map((tone) => (
          <Banner key={tone} tone={tone} title={`The ${tone} banner`}>
            <p>What happened, and what to do about it.</p>
          </Banner>
        ))}
      </Section>
      <Section title="Fields">
        <Fields />
      </Section>
      <Section title="Cards, figures, pictures">
        <div className={grid.cards}>
          <Card as="article" padding="none" interactive>
            <EventArt path={null} alt="" seed="a" />
          </Card>
          <Card as="article" interactive className={stack[2]}>
            <h3>
              <a href="#content" className={coverLink}>
                A card that leads somewhere
              </a>
            </h3>
            <p className={text.small}>The whole of it is the link.</p>
          </Card>
          <Card>A card that stays.</Card>
          {['b', 'c', 'd'].map((seed) => (
            <EventArt key={seed} path={null} alt="" seed={seed} ratio="wide" />
          ))}
        </div>
        <div className={grid.tiles}>
          <StatTile label="In now" value="218" hint="of 400" />
          <StatTile label="Gross sales today" value="$4,512.50" />
        </div>
        <Progress label="Main room" value={312} max={400} />
        <Progress label="Balcony" value={390} max={400} tone="warning" />
      </Section>
      <Section title="Tables and lists">
        <Table
          caption="Nights"
          columns={columns}
          rows={sampleEvents}
          rowKey={(event) => event.name}
          empty="None."
        />
        <Table caption="Loading" columns={columns} rows={[]} rowKey={String} empty="" state="loading" />
        <Table
          caption="Broken"
          columns={columns}
          rows={[]}
          rowKey={String}
          empty=""
          state="error"
          retry={<Button size="sm">Try again</Button>}
        />
        <Table caption="Empty" columns={columns} rows={[]} rowKey={String} empty="No nights." />
        <Pagination label="First page" previous={null} next={paths.events()} note="Page 1" />
        <Pagination label="Middle page" previous="/events" next={paths.events()} note="Page 2" />
        <Pagination label="Last page" previous="/events" next={null} note="Page 3" />
        <EmptyState title="Nothing here" text="What would be here." action={<Button>Do something</Button>} />
      </Section>
      <Section title="The back office">
        <Office />
      </Section>
      <Section title="Lists of the back office">
        <OfficeLists />
        <CapacityBoards />
      </Section>
      <Section title="Moving parts">
        <Moving />
      </Section>
      <Section title="Mail">
        <ul className={stack[2]}>
          {mails.map(({ kind, subject }) => (
            <li key={kind}>
              <a href={paths.styleguideMail(kind)}>{subject}</a>{' '}
              <a href={paths.styleguideMail(kind, { part: 'text' })} aria-label={`${subject}, text part`}>
                Text
              </a>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

const officeColumns: Column<SampleEvent>[] = columns.map((column) => ({
  ...column,
  sortBy: undefined,
  sortLink: {
    to: '/styleguide#office',
    direction: column.key === 'sold' ? 'descending' : null,
  },
}))

const officePages: StaffLink[] = [
  { to: '/admin', label: 'Today', byEvent: false },
  { to: '/ticket-management', label: 'Orders', byEvent: true },
]
const officeGroups = [
  {
    name: 'Tonight',
    links: [{ to: paths.styleguide(), label: 'Today', icon: Ticket, isCurrent: true }],
  },
  {
    name: 'Sales',
    links: [{ to: paths.ticketManagement(), label: 'Orders', icon: Download, isCurrent: false }],
  },
]
const officeEvents: FrameEvent[] = ['2026-12-04', '2026-10-02'].map((day, place) => ({
  id: `6f1d6a4e-6a3c-4f4e-9a3f-2a4b6c8d0e1${place}`,
  title: place === 0 ? 'Dutty Friday' : 'Pan in the Park',
  startsAt: `${day}T23:00:00Z`,
  endsAt: `${day}T23:59:00Z`,
  timeZone: 'America/New_York',
  status: 'published',
}))
const office = paths.styleguide()

/** Renders the layout of staff pages with a whole list in it: on a phone the navigation is a sheet and each row a card. */
function Office() {
  return (
    <OfficeLayout
      groups={officeGroups}
      crumbs={[{ label: 'Sales' }, { label: 'Orders', to: office }, { label: 'An order' }]}
      density="comfortable"
      tools={
        <>
          <EventSwitcher
            events={officeEvents}
            current={officeEvents[0]?.id ?? null}
            now="2026-11-22T12:00:00Z"
            to={() => office}
            all={office}
          />
          <PaletteButton pages={officePages} />
        </>
      }
    >
      <div className={stack[5]}>
        <FilterBar tools={<ListTools page="orders" csv={office} />}>
          <ListSearch
            id="office-search"
            label="Order code or email"
            value=""
            action={office}
            fields={{}}
            maxLength={80}
          />
        </FilterBar>
        <FilterChip label="Event" value="Dutty Friday" remove={office} />
        <OfficeList density="comfortable" />
        <Pagination label="Pages of the list" previous={null} next={office} nextLabel="More nights" />
      </div>
    </OfficeLayout>
  )
}

/** Renders a list with links that sort it and selection. */
function OfficeList({ density }: { density: 'comfortable' | 'compact' }) {
  return (
    <div data-density={density} className={stack[3]}>
      <SelectionBar
        form={`chosen-${density}`}
        fields={{ density }}
        actions={[
          { to: office, label: 'Download selected' },
          { to: paths.styleguide({ preview: '1' }), label: 'Do it with them…' },
        ]}
        preview={(count) => `${count} selected.`}
      />
      <Table
        caption={`Rows: ${density}`}
        columns={officeColumns}
        rows={sampleEvents}
        rowKey={(event) => event.name}
        selection={{ form: `chosen-${density}`, label: ({ name }) => `Select ${name}, ${density}` }}
        empty="None."
      />
    </div>
  )
}

/** Renders the states of a list: compact rows, loading, failed, empty, and emptied by filters. */
function OfficeLists() {
  const states = { columns: officeColumns, rows: [], rowKey: String, retry: <RetryLink /> }
  return (
    <div id="office" className={stack[4]}>
      <OfficeList density="compact" />
      <Table {...states} caption="While it loads" empty={null} state="loading" />
      <Table {...states} caption="When it can’t be read" empty={null} state="error" />
      <Table {...states} caption="Empty" empty={<EmptyList title="No nights yet" clear={null} />} />
      <Table
        {...states}
        caption="Emptied by filters"
        empty={<EmptyList title="No matching nights" clear={office} />}
      />
    </div>
  )
}

/** Renders the capacity board: selling, sold out and paused as those see it who may not change it, failed, and without an event. */
function CapacityBoards() {
  const gone = sampleBoard.types.map((type) => ({ ...type, state: 'sold_out' as const, left: 0 }))
  const paused = {
    ...sampleBoard,
    event: { ...sampleBoard.event, id: sampleBoard.pools[0]?.id ?? '', salesPaused: true },
    pools: sampleBoard.pools.map((pool) => ({ ...pool, left: 0 })),
    types: gone,
    pace: [],
    mayChange: false,
  }
  return (
    <div id="capacity" className={stack[6]}>
      <CapacityBoard read={{ now: sampleNow, board: sampleBoard }} done={null} tools={null} isLive={false} />
      <CapacityBoard read={{ now: sampleNow, board: paused }} done="pause-sale" tools={null} isLive={false} />
      <CapacityBoard read={null} done={null} tools={null} isLive={false} />
      <CapacityBoard read={{ now: sampleNow, board: null }} done={null} tools={null} isLive={false} />
    </div>
  )
}

/** Renders every kind of field: at rest, filled, wrong and switched off. */
function Fields() {
  const errors = ['Please look at this again']
  const cities = [
    { value: 'bk', label: 'Brooklyn' },
    { value: 'to', label: 'Toronto' },
    { value: 'ld', label: 'London (sold out)', disabled: true },
  ]
  const states = [
    { name: 'At rest', disabled: false, errors: undefined, on: undefined, text: undefined },
    { name: 'Filled', disabled: false, errors: undefined, on: 'on', text: 'Mia Joseph' },
    { name: 'Wrong', disabled: false, errors, on: undefined, text: 'mia@' },
    { name: 'Off', disabled: true, errors: undefined, on: 'on', text: 'Not now' },
  ]
  return (
    <>
      <FormErrors errors={['This form could not be sent.']} />
      <div className={grid.halves}>
        {states.map(({ name, disabled, errors, on, text: initialValue }) => {
          const meta = (kind: string, value = initialValue) => {
            const id = `${name.toLowerCase().replace(' ', '-')}-${kind}`
            return { id, name: id, errors, initialValue: value }
          }
          return (
            <Card key={name} as="section" className={stack[4]}>
              <h3>{name}</h3>
              <TextField meta={meta('text')} label="Text" hint="A hint." disabled={disabled} optional />
              <PasswordField
                meta={meta('password')}
                label="Password"
                autoComplete="off"
                disabled={disabled}
              />
              <SelectField
                meta={meta('select', on && 'bk')}
                label="Select"
                placeholder="Any city"
                options={cities}
                disabled={disabled}
              />
              <TextareaField meta={meta('textarea')} label="Text area" disabled={disabled} rows={3} />
              <CheckboxField meta={meta('checkbox', on)} label="Checkbox" disabled={disabled} />
              <SwitchField
                meta={meta('switch', on)}
                label="Switch"
                hint="On or off, at once."
                disabled={disabled}
              />
            </Card>
          )
        })}
      </div>
      <Field id="by-hand" label="By hand">
        {(control) => <TextInput {...control} name="by-hand" />}
      </Field>
    </>
  )
}

const menuEntries: MenuEntry[] = [
  { kind: 'link', to: paths.events(), label: 'Edit', icon: Pencil },
  { kind: 'link', to: paths.events({ past: '1' }), label: 'Duplicate', icon: Copy },
  { kind: 'link', to: paths.shop(), label: 'Download', icon: Download },
  { kind: 'separator', key: 'end' },
  {
    kind: 'action',
    label: 'Delete',
    icon: Trash2,
    form: { action: paths.styleguide(), fields: {} },
    onSelect: () => toast.success({ title: 'Deleted' }),
  },
]

/** Renders a combobox with suggestions, and one that waits for them. */
function Combinations() {
  const [text, setText] = useState('night')
  const option = (id: string, content: string) => ({ id, to: paths.styleguide(), content })
  return (
    <div className={grid.halves}>
      <Combobox
        label="With suggestions"
        name="k"
        value={text}
        onChange={setText}
        groups={[
          {
            label: 'Nights',
            options: [option('dutty', 'Dutty Friday'), option('pan', 'Pan in the Park')],
          },
          { label: 'Things', options: [option('tee', 'Road tee')] },
        ]}
        news="3 results"
        onGo={() => setText('')}
      />
      <Combobox
        label="On their way"
        name="l"
        placeholder="Type here"
        value=""
        onChange={() => {}}
        groups={[]}
        busy
        news=""
        onGo={() => {}}
      >
        <p>Words under the field.</p>
      </Combobox>
    </div>
  )
}

function Moving() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null)
  const [tab, setTab] = useState('one')
  const close = () => setOpen(null)
  return (
    <>
      <div className={cluster[3]}>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
        <Button onClick={() => toast.success({ title: 'Saved', text: 'It worked.' })}>Good toast</Button>
        <Button onClick={() => toast.error({ title: 'Not saved', text: 'It did not.' })}>Bad toast</Button>
        <Menu
          label="More to do"
          trigger={<MoreHorizontal size={22} aria-hidden="true" />}
          triggerClassName={tool}
          entries={menuEntries}
        />
      </div>
      {open === 'dialog' && (
        <Dialog title="A dialog" description="What it is about." onClose={close}>
          <Button onClick={close}>Understood</Button>
        </Dialog>
      )}
      {open === 'sheet' && (
        <Sheet title="A sheet" onClose={close}>
          <p>Filters, a cart, details.</p>
        </Sheet>
      )}
      <Tabs
        label="Panels"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'one', label: 'One', content: <p>The first panel.</p> },
          { value: 'two', label: 'Two', content: <p>The second panel.</p> },
        ]}
      />
      <LinkTabs
        label="Places"
        tabs={[
          { to: paths.styleguide(), label: 'Here' },
          { to: paths.events(), label: 'There' },
        ]}
      />
      <Combinations />
      <div className={cluster[4]}>
        <Spinner label="Loading content" size="sm" showLabel />
        <Spinner label="Loading content" />
        <Spinner label="Loading content" size="lg" />
      </div>
      <div className={stack[2]}>
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton shape="block" />
      </div>
    </>
  )
}
