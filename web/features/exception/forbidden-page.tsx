export default function ForbiddenPage() {
  return <h1>forbidden</h1>
}
