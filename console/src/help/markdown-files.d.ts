/** The build makes a text of it. */
declare module '*.md' {
  const text: string
  export default text
}
