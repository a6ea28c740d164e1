import { useState } from 'preact/hooks'
import { showDay } from '../form/dates.ts'
import type { Locale } from '../form/locale.ts'
import { Heading } from '../views/heading.tsx'
import type { laterWords } from './words.ts'

interface SavedLinkProps {
  readonly words: ReturnType<typeof laterWords>
  readonly locale: Locale
  readonly link: string
  readonly until: string
}

/** The link to copy; where a page may not write to the clipboard it is marked, to be copied by hand. */
export function SavedLink({ words, locale, link, until }: SavedLinkProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (input: HTMLInputElement | null) => {
    input?.select()
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  let input: HTMLInputElement | null = null
  return (
    <section class="card saved" part="card">
      <Heading of="card">{words.savedTitle}</Heading>
      <p>{words.saved(showDay(until.slice(0, 10), locale.tag))}</p>
      <label for="saved-link" part="label">
        {words.link}
      </label>
      <div class="box">
        <input
          id="saved-link"
          class="input"
          part="input"
          type="text"
          readOnly
          dir="ltr"
          value={link}
          ref={(made) => {
            input = made
          }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button
          type="button"
          class="secondary"
          part="button secondary"
          onClick={() => void copy(input)}
        >
          {words.copy}
        </button>
      </div>
      <p class="help" role="status">
        {isCopied && words.copied}
      </p>
    </section>
  )
}
