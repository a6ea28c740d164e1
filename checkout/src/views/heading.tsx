import type { ComponentChildren } from 'preact'

interface HeadingProps {
  /** Whether the heading is of a whole step, which gets the focus when the step begins, or of a card. */
  readonly of: 'step' | 'card'
  readonly part?: string
  readonly children: ComponentChildren
}

/** The title of a step is the `h1`, unless the embedding page already has one: a page has only one `h1`. */
export function Heading({ of, part, children }: HeadingProps) {
  const level = (of === 'step' ? 1 : 2) + (document.querySelector('h1') === null ? 0 : 1)
  const Tag = `h${level}` as 'h1' | 'h2' | 'h3'
  if (of === 'card') {
    return (
      <Tag class="heading" part={part}>
        {children}
      </Tag>
    )
  }
  return (
    <Tag class="title" part="title" tabIndex={-1} data-focus="heading">
      {children}
    </Tag>
  )
}
