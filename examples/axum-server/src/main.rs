//! Serves `POST /cases` on this machine.

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let firm = casegate_axum_example::Firm { token_name: "intake@firm.example".to_owned() };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    axum::serve(listener, casegate_axum_example::router(firm)).await
}
