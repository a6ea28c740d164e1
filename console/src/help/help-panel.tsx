import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ChoiceField } from '../act/fields.tsx'
import { Loaded } from '../frame/states.tsx'
import { useShortcut } from '../frame/shortcuts.ts'
import { useWords } from '../words/language.ts'
import { type Guide, guides, isGuide, openGuide } from './guides.ts'
import { helpWords } from './help-words.ts'
import { Markdown } from './markdown.tsx'

/** A guide beside the page, which stays as it is and goes on working. */
export function HelpPanel({ guide }: { readonly guide: Guide }) {
  const words = useWords(helpWords)
  const heading = useRef<HTMLElement>(null)
  const close = () => {
    openGuide.set(null)
    document.querySelector<HTMLElement>('.help-button')?.focus()
  }
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollTo(0, 0)
  }, [guide])
  useShortcut('Escape', words.close, close)
  const text = useQuery({
    queryKey: ['guide', guide],
    queryFn: async () => (await guides[guide]()).default,
    staleTime: Infinity,
  })
  return (
    <aside className="help" aria-label={words.help} ref={heading} tabIndex={-1}>
      <div className="help-head">
        <ChoiceField
          label={words.guide}
          value={guide}
          onChange={(next) => isGuide(next) && openGuide.set(next)}
          choices={Object.entries(words.titles).map(([value, label]) => ({ value, label }))}
        />
        <button type="button" className="quiet-button" onClick={close}>
          {words.close}
        </button>
      </div>
      {words.language !== '' && <p className="quiet">{words.language}</p>}
      <Loaded query={text}>
        {(markdown) => (
          <div lang="en">
            <Markdown text={markdown} />
          </div>
        )}
      </Loaded>
    </aside>
  )
}
