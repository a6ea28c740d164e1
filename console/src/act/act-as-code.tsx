import type { ShownCall } from '../code/shown-call.ts'
import { CallsAsCode } from '../frame/calls-as-code.tsx'
import { useWords } from '../words/language.ts'
import { sheetWords } from './words.ts'

/** The call of an act, for whoever wants to make it without the console. */
export function ActAsCode({ call }: { readonly call: ShownCall }) {
  const words = useWords(sheetWords)
  return (
    <details className="sheet-code">
      <summary>{words.asCode}</summary>
      <CallsAsCode calls={[call]} />
    </details>
  )
}
