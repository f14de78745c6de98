import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { LivePlayer } from '#features/live/playback/ui/live-player.tsx'
import { visitorClient } from '#server/supabase.server.ts'

export async function loader({ params }: LoaderFunctionArgs) {
  const { data } = await visitorClient().rpc('read_live_state', {} as never)
  const list = data as unknown as { id: string; title: string; state: string }[]
  return list.find(({ id }) => id === params.id) ?? { id: params.id ?? '', title: 'x', state: 'ended' }
}
export default function Temp() {
  const stream = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(revalidate, 1000)
    return () => clearInterval(timer)
  }, [revalidate])
  return <LivePlayer stream={{ ...stream, imagePath: null, imageAlt: '' }} />
}
