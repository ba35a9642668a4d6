export default function LoginPage() {
  return <h1>Login to Og Group</h1>
}
