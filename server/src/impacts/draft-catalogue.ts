import type { Catalogue, LoadedVersion } from '../products/index.ts'

/**
 * What is on sale as if a draft were: an integration has the variables that the draft gives it, and is
 * gone where the draft has none of its name.
 */
export function catalogueWith(catalogue: Catalogue, draft: LoadedVersion): Catalogue {
  return {
    ...catalogue,
    async integrationVersion(id) {
      const stored = await catalogue.integrationVersion(id)
      const definition = draft.definition.integrations.find(
        ({ key }) => key === stored?.definition.key,
      )
      return stored === undefined || definition === undefined
        ? undefined
        : { ...stored, definition }
    },
  }
}
