import { LogIn, LogOut } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import * as css from './scanner.css.ts'

/** Changes between scans that let people in and scans that let them out. */
export function ExitSwitch({ isExit, onSwitch }: { isExit: boolean; onSwitch: () => void }) {
  const Icon = isExit ? LogIn : LogOut
  return (
    <div className={css.exitSwitch}>
      <Button variant="ghost" onClick={onSwitch}>
        <Icon size={20} aria-hidden="true" />
        {isExit ? 'Back to entry scans' : 'Exit scans'}
      </Button>
    </div>
  )
}
