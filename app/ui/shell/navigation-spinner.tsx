import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Spinner } from '../spinner.tsx'
import * as css from './navigation-spinner.css.ts'

/** Sets the delay before a loading page is announced, in milliseconds. */
const noticeableAfter = 350

/** Announces "Loading content" while the next page is loading, but only when it takes long enough to notice. */
export function NavigationSpinner() {
  const busy = useNavigation().state === 'loading'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!busy) return setShown(false)
    const timer = setTimeout(() => setShown(true), noticeableAfter)
    return () => clearTimeout(timer)
  }, [busy])
  if (!shown) return null
  return (
    <>
      <div className={css.line} />
      <div className={css.box}>
        <Spinner label="Loading content" size="sm" showLabel />
      </div>
    </>
  )
}
