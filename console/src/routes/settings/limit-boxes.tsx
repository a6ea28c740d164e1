import { Checkbox } from '@mantine/core'
import { useNames } from '../../words/names.ts'
import { useWords } from '../../words/language.ts'
import { type Limits, noLimits } from './role-limits.ts'
import { roleWords } from './role-words.ts'

/** What the permissions of a role are limited to; nothing ticked limits nothing. */
export function LimitBoxes({
  limits,
  change,
}: {
  /** Null where each permission of the role has limits of its own, which stay. */
  readonly limits: Limits | null
  readonly change: (limits: Limits) => void
}) {
  const words = useWords(roleWords)
  const { products, distributors } = useNames()
  if (limits === null) {
    return (
      <fieldset className="role-boxes">
        <legend>{words.limits}</legend>
        <p className="quiet">{words.limitsDiffer}</p>
        <div>
          <button type="button" className="quiet-button" onClick={() => change(noLimits)}>
            {words.limitAlike}
          </button>
        </div>
      </fieldset>
    )
  }
  return (
    <fieldset className="role-boxes">
      <legend>{words.limits}</legend>
      <p className="quiet">{words.limitsHint}</p>
      <Checkbox
        label={words.onlyTest}
        checked={limits.isTestOnly}
        onChange={(event) => change({ ...limits, isTestOnly: event.currentTarget.checked })}
      />
      <Some
        title={words.products}
        of={products}
        chosen={limits.products}
        change={(next) => change({ ...limits, products: next })}
      />
      <Some
        title={words.distributors}
        of={distributors}
        chosen={limits.distributors}
        change={(next) => change({ ...limits, distributors: next })}
      />
    </fieldset>
  )
}

function Some({
  title,
  of,
  chosen,
  change,
}: {
  readonly title: string
  readonly of: readonly { readonly value: string; readonly title: string }[]
  readonly chosen: readonly string[]
  readonly change: (chosen: readonly string[]) => void
}) {
  if (of.length === 0) return null
  return (
    <div className="limit-boxes" role="group" aria-label={title}>
      <p className="quiet">{title}</p>
      {of.map((one) => (
        <Checkbox
          key={one.value}
          label={one.title}
          checked={chosen.includes(one.value)}
          onChange={(event) =>
            change(
              event.currentTarget.checked
                ? [...chosen, one.value]
                : chosen.filter((id) => id !== one.value),
            )
          }
        />
      ))}
    </div>
  )
}
