import type { RenderTask } from './renderer/renderer-messages.ts'
import type { DocumentData } from './document-data.ts'

export type PrintTask = Extract<RenderTask, { readonly kind: 'print' }>

/** The task that renders a template with its data. */
export function printTask(
  template: string,
  data: DocumentData,
  options: { readonly wantsPdf: boolean; readonly stamp?: string | null } = { wantsPdf: true },
): PrintTask {
  const { language, title, date } = data.document
  return {
    kind: 'print',
    template,
    language,
    title,
    day: date.iso,
    data: JSON.stringify(data),
    wantsPdf: options.wantsPdf,
    ...(typeof options.stamp === 'string' ? { stamp: options.stamp } : {}),
  }
}
