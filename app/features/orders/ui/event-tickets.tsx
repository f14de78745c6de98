import { lazy, type ReactNode, Suspense, useState } from 'react'
import * as paths from '#core/paths.ts'
// The styles of the part that is loaded on demand: they belong to the page that the server renders.
import { question } from './code-entry.css.ts'
import { TicketPicker, type TicketPickerProps } from './ticket-picker.tsx'

const EventCode = lazy(() => import('./event-code.tsx').then((loaded) => ({ default: loaded.EventCode })))

/**
 * The tickets of an event's page: the picker, and the field of a code.
 * @param codeInUse the code that the reader typed in, whatever became of it; null without one
 * @param codeText says what that code does
 * @param codeOpen shows the field of the code at once
 * @param codeRefused the code that was typed in and refused; null for none
 * @param above stands above the picker: what is held, what to do until the sale or once tickets are sold out
 */
export function EventTickets({
  codeInUse,
  codeText,
  codeOpen: isCodeOpen,
  codeRefused,
  above,
  ...picker
}: Omit<TicketPickerProps, 'code' | 'codeEntry'> & {
  codeInUse: (NonNullable<TicketPickerProps['code']> & { code: string; state: string }) | null
  codeText: string | null
  codeOpen: boolean
  codeRefused: { typed: string; sentence: string } | null
  above: ReactNode
}) {
  const { eventId, choices } = picker
  // Once open, the field stays: the button that opened it is gone, and the focus is on it.
  const [codeOpen, setCodeOpen] = useState(isCodeOpen)
  if (isCodeOpen && !codeOpen) setCodeOpen(true)
  return (
    <>
      {above}
      <TicketPicker
        {...picker}
        code={codeInUse?.state === 'active' ? codeInUse : null}
        codeEntry={
          (codeInUse || choices.length > 0) && (
            <div id="code">
              {codeOpen ? (
                <Suspense>
                  <EventCode
                    eventId={eventId}
                    code={codeInUse && { code: codeInUse.code, text: codeText ?? '' }}
                    refused={codeRefused}
                  />
                </Suspense>
              ) : (
                <button
                  type="submit"
                  name="step"
                  value="code"
                  formAction={paths.event(eventId)}
                  formNoValidate
                  onClick={(event) => {
                    event.preventDefault()
                    setCodeOpen(true)
                  }}
                  className={question}
                >
                  Have a code?
                </button>
              )}
            </div>
          )
        }
      />
    </>
  )
}
