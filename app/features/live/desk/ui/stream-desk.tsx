import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { streamStates } from '#core/stream-states.ts'
import { longDateTime, relativeTime } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Card } from '#ui/card.tsx'
import { grid, stack } from '#ui/layout.css.ts'
import { Time } from '#ui/office/cells.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { LivePlayer } from '../../playback/ui/live-player.tsx'
import { ruleText } from '../../public/live.rules.ts'
import { durationText } from '../desk.rules.ts'
import type { StreamDesk } from '../desk.types.ts'
import * as css from './desk.css.ts'
import { Facts } from './facts.tsx'
import { HealthPanel, SilenceAlert } from './health-panel.tsx'
import { type DeskReply, Step, StepButton, StreamControls } from './stream-controls.tsx'
import { StreamPasses } from './stream-passes.tsx'

const number = (value: number) => value.toLocaleString('en-US')

/**
 * The desk of one stream: its picture, what can be done, how the source does, its figures, passes and log.
 * @param desk the latest read
 * @param reply what the server replied to the last form
 * @param streamKey a new stream key, which is shown here once; null for none
 * @param sender where OBS sends to; null where this machine takes no RTMP
 */
export function StreamDeskPage({
  desk,
  reply,
  streamKey,
  sender,
}: {
  desk: StreamDesk
  reply: DeskReply
  streamKey: string | null
  sender: string | null
}) {
  const { stream, canWatch } = desk
  return (
    <div className={stack[5]}>
      <SilenceAlert desk={desk} />
      <div className={css.desk}>
        <div className={css.column}>
          {canWatch && <LivePlayer key={stream.id} stream={stream} />}
          {/* Begins anew with each state: what was typed for another step is over. */}
          <StreamControls key={stream.state} desk={desk} reply={reply} />
          <StreamPasses desk={desk} reply={reply} />
          <Log desk={desk} />
        </div>
        <div className={css.column}>
          <HealthPanel desk={desk} />
          <Figures desk={desk} />
          <Source desk={desk} streamKey={streamKey} sender={sender} />
          <About desk={desk} />
        </div>
      </div>
    </div>
  )
}

function Figures({ desk }: { desk: StreamDesk }) {
  const { figures, viewers } = desk
  return (
    <section aria-label="Viewers" className={grid.figures}>
      <StatTile label="Watching now" value={number(viewers)} />
      <StatTile label="Peak" value={number(figures.peak)} />
      <StatTile label="Average" value={number(figures.average)} />
      <StatTile label="Minutes watched" value={number(figures.watchMinutes)} />
    </section>
  )
}

function Source({
  desk,
  streamKey,
  sender,
}: {
  desk: StreamDesk
  streamKey: string | null
  sender: string | null
}) {
  const { source, stream, mayManage } = desk
  const at = paths.adminStream(stream.id)
  const takesKey = source?.hasKey && !streamStates[stream.state].isOver
  return (
    <Card as="section" aria-labelledby="source-title">
      <div className={stack[4]}>
        <h2 id="source-title" className={css.title}>
          Source
        </h2>
        {!source && (
          <p className={css.note}>
            No source yet.{' '}
            {mayManage && (
              <Link to={`${paths.adminStreamEdit(stream.id)}#source`} className={touchLink}>
                Choose one
              </Link>
            )}
          </p>
        )}
        {source && (
          <Facts
            facts={[
              ['Type', source.label],
              ...(takesKey ? [['Server', sender ?? 'RTMP is off on this machine'] as const] : []),
              ...(takesKey
                ? [
                    [
                      'Stream key',
                      source.keyAt ? (
                        <Time key="key" at={source.keyAt}>
                          Made {relativeTime(source.keyAt, new Date(desk.now), desk.timeZone)}
                        </Time>
                      ) : (
                        'None yet'
                      ),
                    ] as const,
                  ]
                : []),
            ]}
          />
        )}
        {streamKey && <NewKey streamKey={streamKey} />}
        {takesKey && (
          <Step label={source.keyAt ? 'Replace the key…' : 'Make a key…'} isOpen={false}>
            <div className={stack[4]}>
              <p className={css.note}>
                The key is shown once.{' '}
                {source.keyAt && 'Whoever sends with the old one is cut off within seconds.'}
              </p>
              <StepButton at={at} intent="key" variant="secondary">
                {source.keyAt ? 'Replace the key' : 'Make a key'}
              </StepButton>
            </div>
          </Step>
        )}
      </div>
    </Card>
  )
}

function NewKey({ streamKey }: { streamKey: string }) {
  return (
    <Banner tone="success" title="Copy the new stream key now" announce>
      <p>It isn't shown again.</p>
      <code className={css.key} data-testid="stream-key">
        {streamKey}
      </code>
    </Banner>
  )
}

function About({ desk }: { desk: StreamDesk }) {
  const { stream, currency, timeZone, reports } = desk
  return (
    <Card as="section" aria-labelledby="about-title">
      <div className={stack[4]}>
        <h2 id="about-title" className={css.title}>
          About
        </h2>
        <Facts
          facts={[
            ['Start', stream.startsAt ? longDateTime(stream.startsAt, timeZone) : 'Not set'],
            ['Planned', durationText(stream.minutes * 60)],
            ['Access', ruleText(stream, currency)],
            ...(stream.ticketTypes.length > 0
              ? [['Tickets', stream.ticketTypes.map(({ name }) => name).join(', ')] as const]
              : []),
            ['Replay', stream.hasReplay ? `For ${stream.replayHours / 24} days` : 'No'],
            ...(stream.event
              ? [
                  [
                    'Event',
                    <Link
                      key="event"
                      to={
                        desk.mayManage
                          ? paths.adminEvent(stream.event.id)
                          : paths.event(stream.event.id, stream.event.slug)
                      }
                    >
                      {stream.event.title}
                    </Link>,
                  ] as const,
                ]
              : []),
            ...(streamStates[stream.state].isPublished
              ? [
                  [
                    'Page',
                    <Link key="page" to={paths.live(stream.code)}>
                      {paths.live(stream.code)}
                    </Link>,
                  ] as const,
                  [
                    'Chat',
                    <Link key="chat" to={paths.liveChat(stream.code)}>
                      {reports ? `${number(reports)} reported` : 'Open the chat'}
                    </Link>,
                  ] as const,
                ]
              : []),
          ]}
        />
      </div>
    </Card>
  )
}

function Log({ desk }: { desk: StreamDesk }) {
  const { log, timeZone } = desk
  return (
    <Card as="section" aria-labelledby="log-title">
      <div className={stack[4]}>
        <h2 id="log-title" className={css.title}>
          Log
        </h2>
        {log.length === 0 && <p className={css.small}>Nothing has happened yet.</p>}
        <ol className={css.log} data-testid="log">
          {log.map(({ id, at, to, reason, who, gapSeconds }) => (
            <li key={id} className={css.entry}>
              <span className={css.badges}>
                <Badge tone={streamStates[to].tone}>{streamStates[to].label}</Badge>
                <span className={css.small}>
                  <Time at={at}>{longDateTime(at, timeZone)}</Time> · {who ?? 'Automatic'}
                </span>
              </span>
              {(reason || gapSeconds) && (
                <p className={css.small}>
                  {reason}
                  {gapSeconds ? ` Without a picture for ${durationText(gapSeconds)}.` : ''}
                </p>
              )}
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}
