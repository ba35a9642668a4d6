export default function UserManagePage() {
  return <h1>Users</h1>
}
