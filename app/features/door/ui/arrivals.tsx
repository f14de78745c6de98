import * as paths from '#core/paths.ts'
import { Chart } from '#ui/chart.tsx'
import { CountLink } from '#ui/count-link.tsx'
import * as layout from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { TableScroll } from '#ui/table-scroll.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { clockOf, curvePoints, curveSteps, groupName, minutesLater, resultName } from '../scan-data.rules.ts'
import type { ScansQuery } from '../scan-data.schema.ts'
import type { ScanData, ScanGroup } from '../scan-data.types.ts'
import * as css from './scan-data.css.ts'
import { scanList } from './scan-list.tsx'

const whole = new Intl.NumberFormat('en-US')

/** More points than this are drawn as lines: bars would be thinner than a finger's width of pixels. */
const mostBars = 60

/**
 * Draws who was let in and turned away over the night, and counts them by gate, device, person and reason. Each number leads to its
 * rows.
 */
export function Arrivals({ data, query }: { data: ScanData; query: ScansQuery }) {
  const { event, curve, groups } = data
  if (!event || !curve || !groups) return null
  const to = (changes: Partial<ScansQuery>) =>
    paths.scanData({ ...scanList.asked({ event: event.id, step: query.step, ...changes }) })
  return (
    <section id="figures" aria-labelledby="figures-title" className={layout.stack[4]}>
      <h2 id="figures-title">Arrivals</h2>
      <LinkTabs
        label="Minutes per step"
        tabs={curveSteps.map((step) => ({
          to: `${scanList.to({ ...query, event: event.id, step })}#figures`,
          label: step === '1' ? 'Every minute' : `Every ${step} minutes`,
          current: step === query.step,
        }))}
      />
      <Curve curve={curve} to={to} />
      <div className={css.tables}>
        <Groups caption="By gate" name="gate" empty="No gate" groups={groups.gates} to={to} />
        <Groups caption="By device" name="device" empty="No device" groups={groups.devices} to={to} />
        {groups.staff && (
          <Groups caption="By person" name="staff" empty="Nobody" groups={groups.staff} to={to} />
        )}
        <TableScroll name="By result">
          <Table
            caption="By result"
            columns={resultColumns(to)}
            rows={groups.results}
            rowKey={({ key }) => key}
            empty="No scans yet."
          />
        </TableScroll>
      </div>
    </section>
  )
}

type To = (changes: Partial<ScansQuery>) => string

function Curve({ curve, to }: { curve: NonNullable<ScanData['curve']>; to: To }) {
  const points = curvePoints(curve)
  if (points.length === 0) return <p className={layout.text.small}>No arrivals yet.</p>
  return (
    <Chart
      chart={{
        key: 'arrivals',
        title: 'Let in and turned away',
        about: `Scans per ${curve.step === 1 ? 'minute' : `${curve.step} minutes`}, in the event’s local time.`,
        kind: points.length > mostBars ? 'line' : 'bars',
        axis: 'Time',
        points: points.map(({ at }) => ({ label: clockOf(at), tick: clockOf(at) })),
        series: [
          { name: 'Let in', role: 'now', values: points.map(({ admitted }) => admitted) },
          { name: 'Turned away', role: 'against', values: points.map(({ refused }) => refused) },
        ],
        soFar: null,
      }}
      format={{
        full: (value) => (value === null ? '—' : whole.format(value)),
        short: (value) => whole.format(value),
        leastStep: 1,
      }}
      rowLink={(place, series) => {
        const point = points[place]
        if (!point || (series === 0 ? point.admitted : point.refused) === 0) return null
        return to({
          show: series === 0 ? 'admitted' : 'refused',
          from: point.at,
          to: minutesLater(point.at, curve.step - 1),
        })
      }}
    />
  )
}

function Groups({
  caption,
  name,
  empty,
  groups,
  to,
}: {
  caption: string
  name: 'gate' | 'device' | 'staff'
  empty: string
  groups: ScanGroup[]
  to: To
}) {
  const columns: Column<ScanGroup>[] = [
    {
      key: 'name',
      header: { gate: 'Gate', device: 'Device', staff: 'Person' }[name],
      cell: (group) => groupName(group, empty),
    },
    {
      key: 'admitted',
      header: 'Let in',
      numeric: true,
      cell: (group) => (
        <CountLink
          to={to({ [name]: group.key, show: 'admitted' })}
          about={`let in, ${groupName(group, empty)}`}
        >
          {group.admitted}
        </CountLink>
      ),
    },
    {
      key: 'refused',
      header: 'Turned away',
      numeric: true,
      cell: (group) => (
        <CountLink
          to={to({ [name]: group.key, show: 'refused' })}
          about={`turned away, ${groupName(group, empty)}`}
        >
          {group.refused}
        </CountLink>
      ),
    },
  ]
  return (
    <TableScroll name={caption}>
      <Table
        caption={caption}
        columns={columns}
        rows={groups}
        rowKey={({ key }) => key}
        empty="No scans yet."
      />
    </TableScroll>
  )
}

const resultColumns = (to: To): Column<ScanGroup>[] => [
  { key: 'result', header: 'Result', cell: ({ key }) => resultName(key) },
  {
    key: 'scans',
    header: 'Scans',
    numeric: true,
    cell: ({ key, scans }) => (
      <CountLink to={to({ result: key as ScansQuery['result'] })} about={resultName(key)}>
        {scans}
      </CountLink>
    ),
  },
]
