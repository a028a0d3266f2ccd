export default '/admin/pages/@slug'
