import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { formatClock } from '#core/event-time.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, SelectField, TextField } from '#ui/field.tsx'
import * as layout from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { releaseTableSchema } from '../door.schema.ts'
import type { ScanData } from '../scan-data.types.ts'

type Figures = NonNullable<ScanData['figures']>
type BookedTable = Figures['tables'][number]

/**
 * The tables that were booked, with how many guests are in, and the add-ons that were sold. Shows nothing where there are none.
 * @param mayRelease whether the reader may give up a table of which nobody came
 * @param reply the server's reply to the last release
 */
export function DoorExtras({
  event,
  figures: { tables, addOns },
  now,
  mayRelease,
  reply,
}: {
  event: NonNullable<ScanData['event']>
  figures: Figures
  now: string
  mayRelease: boolean
  reply: SubmissionResult | null
}) {
  const late = tables.filter(
    ({ releasableAt }) => releasableAt && Date.parse(releasableAt) <= Date.parse(now),
  )
  return (
    <>
      {tables.length > 0 && (
        <Table
          caption="Tables"
          columns={tableColumns(event.timeZone)}
          rows={tables}
          rowKey={({ bookingId }) => bookingId}
          empty={null}
        />
      )}
      {mayRelease && late.length > 0 && <ReleaseTable event={event.id} tables={late} reply={reply} />}
      {addOns.length > 0 && (
        <Table
          caption="Add-ons"
          columns={addOnColumns}
          rows={addOns}
          rowKey={({ name }) => name}
          empty={null}
        />
      )}
    </>
  )
}

/** Gives up a table whose guests did not come. Posts to its own address, with or without JavaScript. */
function ReleaseTable({
  event,
  tables,
  reply,
}: {
  event: string
  tables: BookedTable[]
  reply: SubmissionResult | null
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm({
    id: 'release-table',
    lastResult: reply,
    constraint: getZodConstraint(releaseTableSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: releaseTableSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Card as="section" aria-labelledby="release-title">
      <Form method="post" {...getFormProps(form)} className={layout.stack[4]}>
        <h2 id="release-title">Release a table</h2>
        <p>Nobody came. The guests' tickets end, the table goes back on sale, and the deposit is kept.</p>
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name={fields.event.name} value={event} />
        <SelectField
          meta={fields.booking}
          label="Table"
          options={tables.map(({ bookingId, name, section }) => ({
            value: bookingId,
            label: `${name}, ${section}`,
          }))}
        />
        <TextField meta={fields.reason} label="Reason" autoComplete="off" />
        <div>
          <Button type="submit" variant="danger" busy={navigation.state === 'submitting'}>
            Release table
          </Button>
        </div>
      </Form>
    </Card>
  )
}

const states: Record<BookedTable['status'], { label: string; tone: BadgeTone }> = {
  confirmed: { label: 'Expected', tone: 'info' },
  arrived: { label: 'Arrived', tone: 'success' },
  no_show: { label: 'No-show', tone: 'danger' },
}

/** @param zone IANA zone of the event */
function tableColumns(zone: string): Column<BookedTable>[] {
  return [
    { key: 'name', header: 'Table', cell: ({ name }) => name },
    { key: 'section', header: 'Section', cell: ({ section }) => section },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => <Badge tone={states[status].tone}>{states[status].label}</Badge>,
    },
    {
      key: 'arrived',
      header: 'In now',
      numeric: true,
      cell: ({ arrived, guests }) => `${arrived} of ${guests}`,
    },
    {
      key: 'by',
      header: 'Arrive by',
      cell: ({ lastArrivalAt }) => (lastArrivalAt ? formatClock(lastArrivalAt, zone) : '—'),
    },
  ]
}

const addOnColumns: Column<Figures['addOns'][number]>[] = [
  { key: 'name', header: 'Add-on', cell: ({ name }) => name },
  { key: 'sold', header: 'Sold', numeric: true, cell: ({ sold }) => sold },
]
