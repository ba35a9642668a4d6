export default function AdminOgPage() {
  return <h1>Organisations</h1>
}
