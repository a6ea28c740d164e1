import type { Entered, Way } from '../pay/way.ts'
import type { Words } from '../words/words.ts'
import { Heading } from './heading.tsx'

/** A method of the plan that this page speaks. */
export interface OfferedWay {
  /** `provider/method`. */
  readonly id: string
  readonly way: Way
}

/** The methods of a plan, of which one is chosen, with its own questions. */
export function WayChoice({
  offered,
  chosen,
  choose,
  entered,
  enter,
  isBusy,
  words,
}: {
  readonly offered: readonly OfferedWay[]
  readonly chosen: OfferedWay
  readonly choose: (id: string) => void
  readonly entered: Entered
  readonly enter: (entered: Entered) => void
  readonly isBusy: boolean
  readonly words: Words
}) {
  const { View } = chosen.way
  return (
    <fieldset class="card" part="card" disabled={isBusy}>
      <legend>
        <Heading of="card">{words.payWith}</Heading>
      </legend>
      <div class="choices tall">
        {offered.map(({ id, way }) => (
          <label key={id} class="choice" part="choice">
            <input
              type="radio"
              name="way"
              value={id}
              checked={id === chosen.id}
              onChange={() => choose(id)}
            />
            <span>
              {way.title(words)}
              <small>{way.note(words)}</small>
            </span>
          </label>
        ))}
      </div>
      {View !== undefined && (
        <View
          words={words}
          entered={entered}
          enter={(name, value) => enter({ ...entered, [name]: value })}
        />
      )}
    </fieldset>
  )
}

/** The button of the method says what it does: it takes the money, orders, or leads on. */
export function wayButton({ button }: Way, amount: string, words: Words): string {
  switch (button) {
    case 'pay':
      return words.pay(amount)
    case 'order':
      return words.payRequest(amount)
    case 'continue':
      return words.continue
  }
}
