export default function OgListPage() {
  return <h1>Organisations</h1>
}
