import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as paths from '#core/paths.ts'
import { postStates } from '#core/post-states.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { stack } from '#ui/layout.css.ts'
import { touchLink } from '#ui/touch-link.css.ts'
import { isOftenWrong, reasonTexts, ruleName, sourceNames, stateNames } from '../moderation.rules.ts'
import type { CasePage as Found } from '../moderation.types.ts'
import { CaseDecision, CaseErrors, CaseShortcuts } from './case-decision.tsx'
import { NextCase } from './case-list.tsx'
import * as css from './moderation.css.ts'
import { History, Notes, RecordFacts, SanctionList, When } from './person-record.tsx'

/** Frames one part of a page of moderators. */
export function Section({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby={`${id}-title`} className={stack[4]} data-testid={id}>
      <h2 id={`${id}-title`} className={css.title}>
        {title}
      </h2>
      {children}
    </Card>
  )
}

/** Shows the post in its conversation. */
function Conversation({ found }: { found: Found }) {
  const { post, context, terms } = found
  return (
    <Section id="case-post" title={found.isComment ? 'The comment' : 'The post'}>
      <p className={css.badges}>
        {found.sources.map((source) => (
          <Badge key={source} tone="warning">
            {sourceNames[source]}
          </Badge>
        ))}
        <Badge tone={postStates[found.postStatus].tone}>{postStates[found.postStatus].label}</Badge>
        {post.isOfficial && <Badge tone="accent">Official</Badge>}
      </p>
      {terms.length > 0 && <p className={css.faint}>Found: {terms.join(', ')}</p>}
      {post.event && <p className={css.faint}>In the thread of {post.event.title}</p>}
      <ol className={`${css.plainList} ${stack[3]}`}>
        {context.map((said) => (
          <li
            key={said.id}
            className={css.posts[said.isSubject ? 'subject' : said.isReply ? 'reply' : 'plain']}
          >
            <p className={css.faint}>
              {said.authorId ? (
                <Link to={paths.moderatedPerson(said.authorId)}>{said.author ?? 'Former member'}</Link>
              ) : (
                'Former member'
              )}
              , <When at={said.createdAt} clock={found} />
              {!postStates[said.status].isShown && ` (${postStates[said.status].label.toLowerCase()})`}
            </p>
            <p className={css.text}>{said.body || 'Erased'}</p>
            {said.isSubject &&
              post.pictures.map(({ name, width, height, alt }) => (
                <img
                  key={name}
                  src={paths.postPicture(name)}
                  width={width}
                  height={height}
                  alt={alt || 'Picture without a description'}
                  loading="lazy"
                  className={css.picture}
                />
              ))}
          </li>
        ))}
      </ol>
      <p>
        <Link to={paths.post(post.rootId)} className={touchLink}>
          Open in the community
        </Link>
      </p>
      {post.edits.length > 0 && (
        <details>
          <summary>Earlier texts ({post.edits.length})</summary>
          <ul className={`${css.plainList} ${stack[3]}`}>
            {post.edits.map(({ body, at }) => (
              <li key={at}>
                <p className={css.faint}>
                  Until <When at={at} clock={found} />
                </p>
                <p className={css.quote}>{body}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

/** Lists the reports with who made them, and how right they were before. */
function Reports({ found }: { found: Found }) {
  return (
    <Section id="case-reports" title={`Reports (${found.reports}, weight ${found.score})`}>
      {found.reportList.length === 0 && <p className={css.faint}>Nobody reported it.</p>}
      <ul className={css.list}>
        {found.reportList.map((report) => (
          <li key={report.id} className={css.entries.plain}>
            <p className={css.badges}>
              <strong>{reasonTexts[report.reason].label}</strong>
              {isOftenWrong(report.record) && <Badge tone="warning">Often wrong</Badge>}
            </p>
            <p className={css.faint}>
              <Link to={paths.moderatedPerson(report.reporterId)}>{report.reporter ?? 'Former member'}</Link>,{' '}
              <When at={report.at} clock={found} />, weight {report.weight} ({report.record.upheld} right,{' '}
              {report.record.rejected} wrong)
            </p>
            {report.note && <p className={css.quote}>{report.note}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Says how a case was decided. @param reply the server's reply to somebody who was too late */
function Decision({ found, reply }: { found: Found; reply: SubmissionResult | null }) {
  return (
    <div className={stack[3]}>
      <CaseErrors reply={reply} />
      <p className={css.badges}>
        <Badge tone={stateNames[found.state].tone}>{stateNames[found.state].text}</Badge>
      </p>
      <p>
        {found.decidedBy ?? 'Former moderator'},{' '}
        {found.decidedAt && <When at={found.decidedAt} clock={found} />}
      </p>
      {found.rule && <p>{ruleName(found.rule, found.rules)}</p>}
      {found.reason && <p className={css.quote}>{found.reason}</p>}
      <NextCase />
      <CaseShortcuts found={found} mayDecide={false} />
    </div>
  )
}

/**
 * Shows one case with all that a moderator decides by, and takes the decision.
 * @param reply the server's reply to the last try
 */
export function CasePage({ found, reply }: { found: Found; reply: SubmissionResult | null }) {
  const { person, rules } = found
  return (
    <div className={css.caseColumns}>
      <div className={stack[5]}>
        <Conversation found={found} />
        <Reports found={found} />
      </div>
      <div className={`${css.decision} ${stack[5]}`}>
        <Section id="case-decision" title="Decision">
          {found.decidedAt ? (
            <Decision found={found} reply={reply?.initialValue?.intent === 'note' ? null : reply} />
          ) : (
            <CaseDecision key={found.version} found={found} reply={reply} />
          )}
        </Section>
        {person && (
          <Section
            id="case-person"
            title={
              <Link to={paths.moderatedPerson(person.id)} className={touchLink}>
                {person.name}
              </Link>
            }
          >
            <RecordFacts person={person} clock={found} />
            <SanctionList sanctions={person.sanctions} rules={rules} clock={found} />
            <Notes
              notes={person.notes}
              clock={found}
              action={paths.moderationCase(found.id)}
              reply={reply?.initialValue?.intent === 'note' ? reply : null}
            />
          </Section>
        )}
      </div>
      <Section id="case-history" title="History">
        {found.rounds.map(({ id, round, state, rule }) => (
          <p key={id}>
            <Link to={paths.moderationCase(id)}>Round {round}</Link>: {stateNames[state].text}
            {rule && `, ${ruleName(rule, rules)}`}
          </p>
        ))}
        <History history={found.history} rules={rules} clock={found} caseId={found.id} />
      </Section>
    </div>
  )
}
