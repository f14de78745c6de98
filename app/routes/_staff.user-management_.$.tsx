import { notFound } from '#server/api.server.ts'

/** Responds 404 to an address below that no page has, inside the frame of the staff pages for those who see it. */
export const loader = () => {
  throw notFound()
}

export const action = () => {
  throw notFound()
}

export default function Nothing() {
  return null
}
