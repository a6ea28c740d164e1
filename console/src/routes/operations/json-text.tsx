/** A record as the API has it: always as text, whatever is in it. */
export function JsonText({ value }: { readonly value: unknown }) {
  return (
    <pre className="code" tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
