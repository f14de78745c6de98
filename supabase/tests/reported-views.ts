import { randomUUID } from 'node:crypto'

/** Makes one view as `record_views` takes it: a page opened by somebody new, unless said otherwise. */
export const reportedView = (more: Record<string, unknown> = {}) => ({
  kind: 'page',
  session: `test-${randomUUID()}`,
  person: null as string | null,
  identify: true,
  visitor: randomUUID(),
  automation: null,
  device: 'mobile',
  browser: 'Safari',
  ...(more.kind === undefined || more.kind === 'page' ? { path: '/events', source: null } : {}),
  ...more,
})
