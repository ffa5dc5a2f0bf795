// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The least of an ERC-20 that a payment needs. Decimals and balances are written into its storage, as the constructor
/// does not run where code is put at an address.
contract Token {
    uint8 public decimals;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) external returns (bool) {
        require(balanceOf[msg.sender] >= value, "too little");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
