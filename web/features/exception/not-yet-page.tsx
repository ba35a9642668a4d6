export default function NotYetPage() {
  return <h1>not-yet</h1>
}
