export default function OgCatePage() {
  return <h1>Organisation categories</h1>
}
