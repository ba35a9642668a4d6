export default function ServerErrorPage() {
  return <h1>server-error</h1>
}
