import type { ComponentType } from 'react'
import { Page } from '../frame/page.tsx'
import { type Words, useWords } from '../words/language.ts'

/** Where a list stands: on a page of its own, or as part of another with filters that hold there. */
export interface ListPlace {
  readonly title: string
  readonly fixed?: Readonly<Record<string, string>>
}

/** A page that is one list. */
export function listPage<Name extends string>(
  titles: Words<Readonly<Record<Name, string>>>,
  name: Name,
  Content: ComponentType<ListPlace>,
) {
  return function ListPage() {
    const title = useWords(titles)[name]
    return (
      <Page title={title} isWide>
        <Content title={title} />
      </Page>
    )
  }
}
