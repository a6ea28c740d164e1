import { useRef } from 'preact/hooks'
import { dayPattern } from '../form/dates.ts'
import { isDay } from '../form/read-answer.ts'
import { writeDay } from '../form/dates.ts'
import type { InputProps } from '../sale/sale.ts'
import { Icon } from './icons.tsx'

/** A day that the customer types in the local format, beside the browser's calendar. */
export function DayInput({ field, sale, state, opened, describedBy, isWrong }: InputProps) {
  const calendar = useRef<HTMLInputElement>(null)
  const { words, locale } = opened
  const answer = state.answers[field.id]
  const isBirthday = /birth/.test(field.question.name)
  return (
    <div class="box has-button">
      <input
        id={field.id}
        class="input"
        part="input"
        type="text"
        inputMode="numeric"
        autocomplete={isBirthday ? 'bday' : 'off'}
        placeholder={field.placeholder || dayPattern(locale.tag, words.dayLetters)}
        value={answer?.text ?? ''}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        aria-required={field.isRequired || field.isConditional}
        onInput={(event) => sale.type(field, event.currentTarget.value)}
        onBlur={() => sale.leave(field)}
      />
      <input
        ref={calendar}
        class="native-day"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={isDay(answer?.value) ? answer.value : ''}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (value === '') return
          sale.type(field, writeDay(value, locale.tag))
          sale.leave(field)
        }}
      />
      <button
        type="button"
        class="quiet inside"
        aria-label={`${words.openCalendar}: ${field.label}`}
        onClick={() => calendar.current?.showPicker()}
      >
        <Icon name="calendar" />
      </button>
    </div>
  )
}
