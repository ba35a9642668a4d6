export default function OgPage() {
  return <h1>Organisation</h1>
}
